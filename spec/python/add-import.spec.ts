import { addImport, addTypeImport, importInsertions } from '../../src/python/add-import';
import type { NewImport } from '../../src/python/import-statement';
import { PythonSource } from '../../src/python/source';
import { expectEdits } from './expect-edits';

function importOf(line: string): NewImport {
  const [, module = '', name = '', alias] =
    /^from (\S+) import (\w+)(?: as (\w+))?$/.exec(line) ?? [];
  return alias === undefined ? { module, name } : { module, name, alias };
}

describe('addImport', () => {
  expectEdits('add-import', (source, line) => addImport(source, importOf(line)));

  it('starts a file', async () => {
    const source = await PythonSource.parse('app/views.py', '');
    const done = addImport(source, { module: 'app.models', name: 'Post' });
    expect(done.toString()).toBe('from app.models import Post\n');
  });

  it('goes beside another import where it is told to', async () => {
    const text = 'from app.db import db\n\nx = 1\nfrom app.a import a\n';
    const source = await PythonSource.parse('app/views.py', text);
    const beside = {
      module: 'app.a',
      names: [],
      local: undefined,
      node: source.root.namedChildren[2] ?? source.root,
    };
    const wanted = { module: 'app.models', name: 'Post' };
    const done = source.insert(...importInsertions(source, wanted, beside));
    expect(done.toString()).toBe(`${text}from app.models import Post\n`);
  });
});

describe('addTypeImport', () => {
  expectEdits('add-type-import', (source, name) =>
    addTypeImport(source, { module: 'app.models', name }),
  );
});
