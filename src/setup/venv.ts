// Specs: spec/setup/environment.spec.ts
/** The folder of the virtual environment, relative to the application's. */
export const VENV = 'venv';

/** Its Python, relative to the application's folder. */
export const VENV_PYTHON = `${VENV}/bin/python`;
