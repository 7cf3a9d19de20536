// Specs: spec/existing/make-model.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { NamedImport } from '../templates/plain-values';
import type { App } from './app';

/** Whether an application has Flask-SQLAlchemy. */
export function hasDatabase({ layout }: App): boolean {
  return typeof layout.db.value === 'string';
}

/**
 * The variable of Flask-SQLAlchemy, and its module.
 *
 * @throws SchematicsException if the application has none.
 */
export function databaseOf({ layout }: App): NamedImport {
  const [, module, name] = /^([\w.]+):(\w+)$/.exec(String(layout.db.value)) ?? [];
  if (module === undefined || name === undefined) {
    throw new SchematicsException(
      'scaffold makes models with Flask-SQLAlchemy, which this application does not use. For a page without data, run ' +
        '`scaffold make:view about -r`.',
    );
  }
  return { module, name };
}
