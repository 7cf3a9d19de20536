import { addTypeImport } from '../../src/python/add-type-import';
import { expectEdits } from './expect-edits';

describe('addTypeImport', () => {
  expectEdits('add-type-import', (source, name) =>
    addTypeImport(source, { module: 'app.models', name }),
  );
});
