import { listed } from '../naming/spelling';
import { chain, type Rule, SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { indexed } from '../app/find-app';
import { stageEdits } from '../edit';
import { growing, type Where } from '../growing';
import type { WithFiles } from '../project/files';
import { findController, methodOf, ownerOf } from '../project/controllers';
import type { Project } from '../project/project';
import { DEFAULT_LAYOUT } from '../layout';
import { type Guard, guardNamed, type GuardOption, GUARDS, isOwners } from '../naming/guards';
import { segmentsOf } from '../naming/segments';
import { resourceOf, type ViewNames, viewNames } from '../naming/view-names';
import { wantsOf } from '../naming/view-options';
import { refuseNameOfSignIn } from '../rules/auth-files';
import { adviseLeftOpen } from '../rules/left-open';
import { changeTests, changeViews } from '../rules/part-texts';
import { allOf, NO_CHANGE, type PartsChange, tell } from '../rules/outcome';
import { adviseLockedOut } from '../rules/resource-tests';
import { follow, followers, lookAtFollowers } from '../rules/following';
import { reportOnView } from '../rules/report';
import { carryApi } from '../rules/api';
import { rememberViews } from '../rules/request';
import { existingLooks, guardTakenOver } from '../view/present-guard';
import { namedLook, type NamedLook, urlsOf } from '../view/asked';
import { checkGuard } from '../view/guard-state';
import { existingViews, lookAtAll } from '../view/look';
import { findResource } from '../view/resource';
import { partsAround } from '../view/resource-parts';
import { addViews, planViews } from './plan-views';
import type { MakeViewOptions } from './options';

/**
 * Adds a page to a Flask application, with the controller, the route and the model that serve it.
 *
 * @throws UsageError if a name or a URL is wrong, SchematicsException and SourceError if the project does not allow it.
 */
export function makeView({ projectPath, ...options }: MakeViewOptions): Rule {
  return viewsIn({ projectPath }, [options]);
}

/** Adds several pages to the application that the Tree is, each on top of those before it. What is read once serves all. */
export function makeViews({
  files,
  views,
}: WithFiles<{ readonly views: readonly MakeViewOptions[] }>): Rule {
  return viewsIn({ files }, views);
}

function viewsIn(where: Where, views: readonly MakeViewOptions[]): Rule {
  views.forEach(checkWords);
  return growing(where, (app) => chain(views.map((options) => viewIn(app, options, views))));
}

/** @throws UsageError if a name, a URL or a guard is wrong, whatever the project has. */
function checkWords(view: MakeViewOptions): void {
  const names = viewNames(view, segmentsOf(view.name), new Set(), DEFAULT_LAYOUT);
  if (view.guard !== undefined) {
    checkGuard(guardNamed(view.guard), names, wantsOf(view));
  }
}

/** @param run All views of the run. */
function viewIn(found: App, options: MakeViewOptions, run: readonly MakeViewOptions[]): Rule {
  return async () => {
    const app = await indexed(found);
    const { isOurs, project } = app;
    const asked = await namedLook(app, options);
    if (asked.names.action) {
      refuseNameOfSignIn(app, resourceOf(asked.names));
    }
    const takenOver = await guardTakenOver(app, [asked]);
    const { names } = asked;
    const resource = isOurs ? undefined : await urlsBeside(app, names, run);
    const isOpened =
      options.guard === 'none' &&
      (isOurs ? (await existingLooks(project, [asked])).length > 0 : wantsOf(options).route);
    const look = { names, options: { ...options, isOpened, takenOver } };
    return addViews(
      () => lookAtAll(app, [look], { fields: [], resource }),
      (views) => async (tree) => {
        const { change, changeAround } = await guardView(app, look);
        const known = await followers(views);
        rememberViews(views, options, known.resources);
        const following = await lookAtFollowers(views, known);
        const [view] = views;
        const made = planViews(views, change);
        const leftOpen = await adviseLeftOpen(views);
        const carryOn: Rule = async () => {
          const followed = await follow(tree, following, undefined);
          const outcome = allOf([made, followed]);
          const told = tell(reportOnView(view, outcome, leftOpen, options.guard), project);
          return chain([changeAround, told]);
        };
        return chain([stageEdits(made.edits, project), carryOn]);
      },
    );
  };
}

/** The URLs of the views of a run in one folder: where pages do not test what exists, they link to these. */
async function urlsBeside(
  app: App,
  names: ViewNames,
  run: readonly MakeViewOptions[],
): Promise<ReadonlyMap<string, string>> {
  const served = run.filter((options) => wantsOf(options).route);
  const looks = await Promise.all(served.map((options) => namedLook(app, options)));
  return urlsOf(looks.filter((each) => resourceOf(each.names) === resourceOf(names)));
}

interface GuardedView {
  readonly change: PartsChange;
  /** Has the tests and the API of its resource follow, once the routes have the guard. */
  readonly changeAround: Rule;
}

/**
 * Gives the method and the page of a view that exists the guard that was asked for.
 *
 * @throws SchematicsException if a person changed them, or if other actions would leave the records of owners open.
 */
async function guardView(
  app: App,
  { names: { action, view }, options }: NamedLook,
): Promise<GuardedView> {
  const { isOurs, project } = app;
  const { guard, isOpened } = options;
  const isOpen = guard === undefined || (guard === 'none' && isOpened !== true);
  if (!isOurs || isOpen || action === undefined) {
    return { change: NO_CHANGE, changeAround: chain([]) };
  }
  const { controller, model, namespace } = options;
  const name = resourceOf({ view });
  const { names } = await findResource(app, { name, controller, model, namespace });
  const looks = await existingLooks(project, names.views);
  const isMeant = (each: NamedLook): boolean => each.names.view === view;
  const own = looks.filter(isMeant);
  if (own.length > 0) {
    refuseOtherOwners(name, guard, looks);
  }
  if (guard !== 'none') {
    await refuseOpenMethods(
      project,
      name,
      guard,
      looks.filter((each) => !isMeant(each)),
    );
  }
  const guarded = looks.map((look) =>
    isMeant(look) ? { ...look, options: { ...look.options, guard } } : look,
  );
  const next = guarded.filter(isMeant);
  const urls = urlsOf(looks);
  const [before, after] = [
    await existingViews(app, own, urls),
    await existingViews(app, next, urls),
  ];
  const around = await partsAround(app, names, await existingViews(app, looks));
  return {
    change: await changeViews(before, after, guard),
    changeAround: async () => {
      const now = await partsAround(app, names, await existingViews(app, guarded), {
        isGuarding: true,
      });
      const change = await carryApi(project, around.api, now.api, guard);
      const versions = { before: around.tests, after: now.tests };
      const tested = (await changeTests(app, names, versions, guard)) ?? NO_CHANGE;
      const { tests } = now;
      const isLockedOut = tests?.existing !== undefined && tests.isLockedOut;
      return chain([
        stageEdits(change.edits, project),
        stageEdits(tested.edits, project),
        tell(isLockedOut ? adviseLockedOut(tests).notes : []),
      ]);
    },
  };
}

/** Refuses one action another guard than the rest of a resource with which it asks for owners: they share the method for that. */
function refuseOtherOwners(
  resource: string,
  guard: GuardOption,
  looks: readonly NamedLook[],
): void {
  const word = looks
    .flatMap(({ options }) => options.takenOver?.word ?? [])
    .find((each) => GUARDS[each].owner);
  if (word && word !== guard) {
    throw new SchematicsException(
      `${resource} has --guard ${word}, and its actions share the method that asks who owns a record, so none can have a guard ` +
        `of its own. Guard the whole resource with \`scaffold make:resource ${resource} --guard ${guard}\`.`,
    );
  }
}

/** Refuses owners for one action if others of the resource leave its records to everybody. */
async function refuseOpenMethods(
  project: Project,
  resource: string,
  guard: Guard,
  others: readonly NamedLook[],
): Promise<void> {
  const isOpen = ({ names: { action } }: NamedLook): boolean =>
    action !== undefined && isOwners(guard, action);
  const open: string[] = [];
  for (const { names, options } of others.filter(isOpen)) {
    const place = await findController(project, names.controller);
    const owner = place && (await ownerOf(project, place, names.method));
    const method = owner && methodOf(owner, names.method);
    if (owner && method && options.takenOver?.word !== guard) {
      open.push(`${owner.source.placeOf(method.statement)}: ${names.method}`);
    }
  }
  if (open.length > 0) {
    throw new SchematicsException(
      `--guard ${guard} would leave these methods open to every user. Guard the whole resource with ` +
        `\`scaffold make:resource ${resource} --guard ${guard}\`:\n${listed(open)}`,
    );
  }
}
