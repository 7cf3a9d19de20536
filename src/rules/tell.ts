// Specs: spec/make-view/index.spec.ts
import type { JsonObject } from '@angular-devkit/core';
import type { Rule } from '@angular-devkit/schematics';
import type { Note } from './outcome';

/** Logs what a person should know. What a note has beside its message goes with it. */
export function tell(notes: readonly Note[]): Rule {
  return (_tree, { logger }) => {
    notes.forEach(({ level, message, ...rest }) => {
      logger.log(level, message, rest as JsonObject);
    });
  };
}
