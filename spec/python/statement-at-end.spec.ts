import { functionsOf } from '../../src/python/queries';
import { statementAtEnd } from '../../src/python/statement-insertion';
import { expectEdits } from './expect-edits';

describe('statementAtEnd', () => {
  expectEdits('statement-at-end', (source, name) => {
    return functionsOf(source).some((each) => each.name === name)
      ? source
      : source.insert(statementAtEnd(source, source.root, `def ${name}():\n    return "x"`));
  });
});
