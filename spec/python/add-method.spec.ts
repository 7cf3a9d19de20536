import { addMethod } from '../../src/python/add-method';
import { findClass } from '../../src/python/definitions';
import { expectEdits } from './expect-edits';

describe('addMethod', () => {
  expectEdits('add-method', (source, name) => {
    const owner = findClass(source, name);
    return owner ? addMethod(source, owner, 'show', 'def show(self):\n    return "x"') : source;
  });
});
