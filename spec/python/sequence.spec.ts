import { nameInAll } from '../../src/python/sequence';
import { expectEdits } from './expect-edits';

describe('nameInAll', () => {
  expectEdits('name-in-all', (source, name) => source.insert(...nameInAll(source, name)));
});
