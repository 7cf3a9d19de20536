/** The private schematic's name: one that no other collection has, since devkit looks it up in the running one. */
export const SET_UP_SCHEMATIC = 'scaffold-flask-setup';
