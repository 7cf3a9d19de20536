import { addAttribute } from '../../src/python/add-attribute';
import { findClass } from '../../src/python/definitions';
import { expectEdits } from './expect-edits';

describe('addAttribute', () => {
  expectEdits('add-attribute', (source, name) => {
    const owner = findClass(source, name);
    return owner ? addAttribute(source, owner, 'age', 'age = Column(Integer)') : source;
  });
});
