// Specs: spec/make-auth/index.spec.ts
import type { Edit } from '../edit';
import { UPGRADE_COMMAND } from '../rules/migration-advice';
import { info, type Note } from '../rules/outcome';
import type { AuthProject } from './look';

/** Where sign-in is, and what to do next; or that nothing changed. */
export function report({ isFirst }: AuthProject, edits: readonly Edit[]): Note[] {
  if (edits.length === 0) {
    return [info('Nothing to do: this application already has sign-in.')];
  }
  if (!isFirst) {
    return [];
  }
  return [
    { ...info('Install the new packages:\n  scaffold setup'), doneBy: 'install' },
    {
      ...info(
        'The database needs a migration:\n' +
          `  venv/bin/python -m flask db migrate -m "Add sign-in"\n${UPGRADE_COMMAND}`,
      ),
      doneBy: 'migration',
    },
    info(
      'Then make an admin: `venv/bin/python -m flask users create EMAIL --admin`. Anybody signs in at /sign-in.',
    ),
    info('Production needs PUBLIC_URL and a mail server: .env.example explains them.'),
  ];
}
