import { addToAll } from '../../src/python/add-to-all';
import { expectEdits } from './expect-edits';

describe('addToAll', () => {
  expectEdits('add-to-all', addToAll);
});
