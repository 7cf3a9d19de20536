import { ACTIONS } from '../../src/naming/actions';

/** The names of the seven actions. */
export const ACTION_NAMES: readonly string[] = Object.keys(ACTIONS);
