/** This package, as other collections and the engine name it. */
export const COLLECTION = 'scaffold-flask';
