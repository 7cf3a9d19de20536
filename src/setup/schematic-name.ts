/** The private schematic's name. No other collection has it: the devkit looks it up in the one that is running. */
export const SET_UP_SCHEMATIC = 'scaffold-flask-setup';
