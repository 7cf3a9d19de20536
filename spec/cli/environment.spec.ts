import { adviceFor, ownPython } from '../../src/cli/environment';
import { migrationAdvice } from '../../src/rules/migration-advice';
import { writeFiles } from '../support/write-files';

describe('The environment of a project', () => {
  it('is where people make it, and advice names its Python', () => {
    for (const folder of ['venv', '.venv', 'env']) {
      const root = writeFiles({ [`${folder}/bin/python`]: '' });
      expect(ownPython(root)).toBe(`${folder}/bin/python`);
      expect(adviceFor(root, migrationAdvice())).toBe(
        `The database needs a migration:\n  ${folder}/bin/python -m flask db migrate\n  ${folder}/bin/python -m flask db upgrade`,
      );
    }
  });

  it('may be missing: then advice names python', () => {
    const root = writeFiles({ 'app/__init__.py': '' });
    expect(ownPython(root)).toBeUndefined();
    expect(adviceFor(root, migrationAdvice())).toContain('\n  python -m flask db upgrade');
  });
});
