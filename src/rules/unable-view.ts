// Specs: spec/existing/make-resource.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { OtherApp } from '../app/app';
import { ACTIONS, BUTTONS, isOfRecord } from '../naming/actions';
import { enumeration } from '../naming/spelling';
import type { ClassPlace } from '../project/class-place';
import { functionIn, parametersOf } from '../python/queries';
import { plainUrl } from '../view/plain-code';
import type { View } from '../view/view';

/**
 * Refuses a new view that needs a form, or a button, which is one, too, in an application that has none, and one whose form
 * could not make a record.
 *
 * @throws SchematicsException saying what to do.
 */
export function refuseUnable(view: View): void {
  const { app, data, models, names } = view;
  if (!data || app.isOurs || !isMade(view)) {
    return;
  }
  const { makesRecord, method, usesForm } = ACTIONS[data.action];
  const place = models.at(-1)?.place;
  if (makesRecord && place) {
    refuseArguments(place);
  }
  const hasButton = isOfRecord(data.action) && plainUrl(view, data, BUTTONS) !== undefined;
  if (usesForm || method === 'POST' || hasButton) {
    requireForms(app, names.view);
  }
}

/** Whether the run makes the route of a view. */
export function isMade({ route, wants }: View): boolean {
  return wants.route && !route.existing;
}

/**
 * Refuses what needs Flask-WTF in a project that does not use it.
 *
 * @throws SchematicsException saying what to install.
 */
function requireForms({ required, sources }: OtherApp, what: string): void {
  const isUsed = sources.containing('flask_wtf').length > 0;
  if (!isUsed && !required.hasFlaskWtf) {
    throw new SchematicsException(
      `${what} needs Flask-WTF, which this project does not require. Run \`pip install Flask-WTF\`, add it to your ` +
        'requirements, and run this command again.',
    );
  }
}

/**
 * Refuses to make records of a class that cannot be made without arguments.
 *
 * @throws SchematicsException naming the file.
 */
function refuseArguments({ definition, source }: ClassPlace): void {
  const own = functionIn(definition.node, '__init__');
  const needed =
    own &&
    parametersOf(own)
      .slice(1)
      .filter((name) => isNeeded(own.node.child('parameters')?.text ?? '', name));
  if (own && needed && needed.length > 0) {
    throw new SchematicsException(
      `${source.placeOf(own.node)}: ${definition.name}() needs ${enumeration(needed)}, so scaffold cannot make one ` +
        'from a form. Give these parameters defaults, or write this view by hand.',
    );
  }
}

function isNeeded(parameters: string, name: string): boolean {
  return !new RegExp(`\\*\\s*${name}\\b|\\b${name}\\s*(:[^,=]+)?=`).test(parameters);
}
