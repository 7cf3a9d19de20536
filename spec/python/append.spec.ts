import { functionsOf } from '../../src/python/definitions';
import { append } from '../../src/python/insert-statement';
import { expectEdits } from './expect-edits';

describe('append', () => {
  expectEdits('append', (source, name) => {
    return functionsOf(source).some((each) => each.name === name)
      ? source
      : append(source, source.root, `def ${name}():\n    return "x"`);
  });
});
