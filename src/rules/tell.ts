// Specs: spec/make-view/index.spec.ts
import type { JsonObject } from '@angular-devkit/core';
import type { Rule } from '@angular-devkit/schematics';
import type { Note } from './outcome';

/** Logs notes for a person. Their other properties become data of the log entry. */
export function tell(notes: readonly Note[]): Rule {
  return (_tree, { logger }) => {
    notes.forEach(({ level, message, ...rest }) => {
      logger.log(level, message, rest as JsonObject);
    });
  };
}
