// Specs: spec/existing/guard.spec.ts
import type { OtherApp } from '../app/app';
import { ACTION_NAMES, actionOf, ACTIONS } from '../naming/actions';
import { modelOfClass, type ModelNames, modelOfFolder } from '../naming/class-names';
import { type Decorator, decoratorOf, GUARDS, isWeaker, USER } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import { columnsIn } from '../project/columns';
import { findModel, tableOf } from '../project/models';
import { guardOf, unknownGuards } from '../project/route-guards';
import type { ServedRoute } from '../project/served';
import { type PlacedResource, placedResources, usesModel } from '../view/placed-access';
import type { Views } from '../view/view';
import { type Note, warning } from './outcome';

/** Warns about what shows the records that views guard to more people, in an application that `new` did not make. */
export async function advisePlacedOpen(app: OtherApp, views: Views): Promise<Note[]> {
  const [{ blueprints, guard, names }] = views;
  const { model } = names;
  if (!guard || guard.takenOver || !model || model.className === USER) {
    return [];
  }
  const { word } = guard;
  const guarded = views.length > 1 ? resourceOf(names) : names.view;
  const own = blueprints[0].place?.found;
  const asked = views.map((view) => view.names.route.endpoint);
  const others = app.routes.filter(
    ({ blueprint, endpoint }) => !own || blueprint !== own || !asked.includes(endpoint),
  );
  const made = placedResources(app).map((resource) => ({
    ...resource,
    routes: others.filter(({ blueprint, endpoint }) => {
      const isMade = actionOf(endpoint) && resource.made[endpoint]?.route !== undefined;
      return blueprint === resource.blueprint && isMade;
    }),
  }));
  const notes: Note[] = [];
  for (const resource of made) {
    const isSame = resource.className === model.className;
    const open = resource.routes.filter((each) =>
      isSame
        ? lacks(each, decoratorOf(word, each))
        : namesRecords(each) && lacks(each, GUARDS[word].reads),
    );
    if (open[0] && (isSame || (await refersTo(app, resource, model)))) {
      const what = isSame
        ? `has each ${model.phrase}, too, and lets in more people`
        : `names each ${model.phrase} to people who cannot open its pages`;
      const command = `${commandFor(app, resource)} --guard ${word}`;
      notes.push(
        warning(`${guarded} is guarded now, but ${open[0].path} ${what}. Run \`${command}\`.`),
      );
    }
  }
  const known = made.flatMap(({ routes }) => routes);
  const persons = others.filter(
    (each) =>
      !known.includes(each) &&
      lacks(each, decoratorOf(word, each)) &&
      usesModel(each, model.className),
  );
  return [
    ...notes,
    ...persons.map((each) =>
      warning(
        `${each.place}: ${each.function} uses ${model.className}, too, and is open to others. ` +
          `Put @${String(decoratorOf(word, each))} below its route.`,
        each.place,
      ),
    ),
  ];
}

/** Whether a route lets in more people than a decorator does, as far as scaffold knows its guards. */
function lacks(route: ServedRoute, decorator: Decorator | undefined): boolean {
  return isWeaker(guardOf(route), decorator) && unknownGuards(route).length === 0;
}

/** Whether the page of a route shows what its records refer to. */
function namesRecords({ endpoint }: ServedRoute): boolean {
  const action = actionOf(endpoint);
  return action !== undefined && (ACTIONS[action].showsReferences || ACTIONS[action].usesForm);
}

/** Whether the records of a resource refer to those of a model. */
async function refersTo(
  { project }: OtherApp,
  { className }: Pick<PlacedResource, 'className'>,
  model: ModelNames,
): Promise<boolean> {
  const [own, other] = [
    await findModel(project, modelOfClass(className, project.layout)),
    await findModel(project, model),
  ];
  const table = other && tableOf(other.definition);
  const columns = own ? await columnsIn(project, own) : [];
  return columns.some(({ references }) => references?.replace(/\.\w+$/, '') === table);
}

/** The command that makes the functions of a resource that exist. */
function commandFor(
  { project }: OtherApp,
  { className, made, name }: Pick<PlacedResource, 'className' | 'made' | 'name'>,
): string {
  const actions = Object.keys(made).flatMap((endpoint) => actionOf(endpoint) ?? []);
  const isWhole = ACTION_NAMES.every(
    (action) => ACTIONS[action].showsAgain !== undefined || actions.includes(action),
  );
  const isUsual = modelOfFolder(name, project.layout).className === className;
  const options = [
    ...(isUsual ? [] : ['--model', className]),
    ...(isWhole ? [] : [`--only=${actions.join(',')}`]),
  ];
  return ['scaffold make:resource', name, ...options].join(' ');
}
