// Specs: spec/existing/make-model.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { ExistingProject } from './application';
import type { NamedImport } from '../templates/plain-values';

/** Whether an application has Flask-SQLAlchemy. */
export function hasDatabase({ layout }: ExistingProject): boolean {
  return typeof layout.db.value === 'string';
}

/**
 * The variable of Flask-SQLAlchemy, and its module.
 *
 * @throws SchematicsException if the application has none.
 */
export function databaseOf({ layout }: ExistingProject): NamedImport {
  const [, module, name] = /^([\w.]+):(\w+)$/.exec(String(layout.db.value)) ?? [];
  if (module === undefined || name === undefined) {
    throw new SchematicsException(
      'scaffold makes models with Flask-SQLAlchemy, which this application does not use. For a page without data, run ' +
        '`scaffold make:view about -r`.',
    );
  }
  return { module, name };
}
