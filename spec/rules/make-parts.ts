import { logging } from '@angular-devkit/core';
import {
  callRule,
  chain,
  type Rule,
  type SchematicContext,
  type Tree,
} from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { viewNames } from '../../src/naming/view-names';
import { type ViewOptions, wantsOf } from '../../src/naming/view-options';
import { Project } from '../../src/project/project';
import type { View } from '../../src/rules/page/view';

/** Applies rules to a tree for a view, as the schematic does, and returns what was said. */
export async function makeParts(
  tree: Tree,
  options: ViewOptions,
  models: readonly string[],
  ...parts: readonly ((view: View) => Rule)[]
): Promise<string[]> {
  const view: View = {
    names: viewNames(options, new Set(models)),
    project: new Project(tree, '.'),
    wants: wantsOf(options),
    hasOwnUrl: options.route !== undefined,
    replaceTemplate: false,
    writesBefore: 0,
  };
  const logger = new logging.Logger('spec');
  const said: string[] = [];
  logger.subscribe(({ level, message }) => said.push(`${level}: ${message}`));
  // It is all that these rules ask of it.
  const context = { logger } as unknown as SchematicContext;
  await lastValueFrom(callRule(chain(parts.map((part) => part(view))), tree, context));
  return said;
}
