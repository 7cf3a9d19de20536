import { addMethods } from '../../src/python/add-method';
import { findClass, hasMember } from '../../src/python/definitions';
import { expectEdits } from './expect-edits';

describe('addMethods', () => {
  expectEdits('add-method', (source, name) => {
    const owner = findClass(source, name);
    return owner && !hasMember(owner, 'show')
      ? addMethods(source, owner, ['def show(self):\n    return "x"'])
      : source;
  });
});
