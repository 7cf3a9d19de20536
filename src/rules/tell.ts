// Specs: spec/make-view/index.spec.ts
import type { JsonObject } from '@angular-devkit/core';
import type { Rule } from '@angular-devkit/schematics';
import { withoutEffect } from '../layout/made-by-new';
import { adviceFor } from '../project/environment';
import type { FoundApp } from '../app/app';
import type { Files } from '../project/files';
import type { Templates } from '../templates/templates';
import { info, type Note, warning } from './outcome';

/**
 * Logs notes for a person. Their other properties become data of the log entry.
 *
 * @param project Whose environment the commands in the notes need, if there are any.
 */
export function tell(notes: readonly Note[], project?: Pick<Files, 'has'>): Rule {
  return (_tree, { logger }) => {
    notes.forEach(({ level, message, ...rest }) => {
      const advice = project ? adviceFor(project, message) : message;
      logger.log(level, advice, rest as JsonObject);
    });
  };
}

/** Names the project's own templates that a run has used: they are code; and warns of those with a wrong name. Call it last. */
export function tellOwnTemplates(templates: Templates): Rule {
  return () => {
    const { unused, used } = templates;
    return tell([
      ...unused.map(({ message, place }) => warning(message, place)),
      ...(used.length > 0 ? [info(`With your own templates: ${used.join(', ')}`)] : []),
    ]);
  };
}

/** Warns of settings that a project made by `new` does not follow. */
export function tellIgnoredSettings({ isOurs, project }: FoundApp): Rule {
  return async () => {
    const ignored = isOurs ? await withoutEffect(project) : undefined;
    return ignored && tell([warning(ignored.message, ignored.place)]);
  };
}
