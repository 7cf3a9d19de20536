import { adviceFor, ownPython } from '../../src/project/environment';
import { migrationAdvice } from '../../src/rules/migration-advice';
import { projectFiles } from '../support/project-files';

describe('The environment of a project', () => {
  it('is where people make it, and advice names its Python', () => {
    for (const folder of ['venv', '.venv', 'env']) {
      const files = projectFiles({ [`${folder}/bin/python`]: '' });
      expect(ownPython(files)).toBe(`${folder}/bin/python`);
      expect(adviceFor(files, migrationAdvice())).toBe(
        `The database needs a migration:\n  ${folder}/bin/python -m flask db migrate\n  ${folder}/bin/python -m flask db upgrade`,
      );
    }
  });

  it('may be missing: then advice names python', () => {
    const files = projectFiles({ 'app/__init__.py': '' });
    expect(ownPython(files)).toBeUndefined();
    expect(adviceFor(files, migrationAdvice())).toContain('\n  python -m flask db upgrade');
  });
});
