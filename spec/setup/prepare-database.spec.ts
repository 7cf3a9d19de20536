import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findPython } from '../../src/project/python';

const PROGRAM = join(__dirname, '../../src/setup/files/prepare_database.py');

/** Runs the program where all that it imports does nothing. */
const STARTER = `
import runpy, sys
from unittest.mock import MagicMock
for package in ("alembic", "alembic.autogenerate", "alembic.operations", "alembic.runtime.migration", "alembic.script", "alembic.util"):
    sys.modules[package] = MagicMock()
for package in ("alembic.runtime", "flask", "flask.cli", "sqlalchemy", "sqlalchemy.dialects"):
    sys.modules[package] = MagicMock()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0])
`;

describe('prepare_database.py', () => {
  for (const words of [['upgrade'], ['checks'], ['check', 'migrate']]) {
    it(`fails for a word that it does not know: ${words.join(' ')}`, () => {
      const options = { encoding: 'utf8' } as const;
      const { status, stderr } = spawnSync(
        findPython(),
        ['-c', STARTER, PROGRAM, ...words],
        options,
      );
      expect(stderr).toBe(`Unknown argument: ${words.join(' ')}. Nothing was done.\n`);
      expect(status).toBe(1);
    });
  }
});
