// Specs: spec/existing/guard.spec.ts
import type { OtherApp } from '../app/app';
import type { ManifestAction } from '../manifest/format';
import { actionOf, READING } from '../naming/actions';
import { modelOfFolder } from '../naming/class-names';
import { type Decorator, decoratorOf, GUARDS, isGuard, weakest } from '../naming/guards';
import type { ServedBlueprint, ServedRoute } from '../project/served';
import { guardOf, unknownGuards } from '../project/route-guards';
import { namesClass, reachedFrom } from '../python/generated';

/** A blueprint of an application that `new` did not make, with what the manifest has of it. */
export interface PlacedResource {
  /** As it is typed after `make:resource`. */
  readonly name: string;
  /** The class of its model, if one of its name exists. */
  readonly className: string;
  readonly blueprint: ServedBlueprint;
  readonly routes: readonly ServedRoute[];
  readonly made: Readonly<Partial<Record<string, ManifestAction>>>;
}

/** The blueprints of an application, each as the resource that the manifest or its name says. */
export function placedResources({ blueprints, project, routes }: OtherApp): PlacedResource[] {
  return blueprints.map((blueprint) => {
    const { endpoints, name } = blueprint;
    const requests = [endpoints, name].map((resource) => project.changes.request({ resource }));
    const { actions = {}, names } = requests.find((each) => each.names) ?? {};
    return {
      name: names?.['resource'] ?? name,
      className: names?.['model'] ?? modelOfFolder(name, project.layout).className,
      blueprint,
      routes: routes.filter((route) => route.blueprint === blueprint),
      made: actions,
    };
  });
}

/** Who may do something with the records of a model, as its routes say. */
interface Admitted {
  /** The decorator of all; undefined if one of them is open to everybody, or there is none. */
  readonly by: Decorator | undefined;
  /** What else may keep people out, with its places. */
  readonly unknown: readonly string[];
}

/** Who may see and change the records of a model. */
export interface Access {
  readonly reads: Admitted;
  readonly changes: Admitted;
}

/**
 * Who may see and change the records of a model by the routes of its resources; without these, by the functions that use it.
 * Anyone whom one of them lets in may.
 *
 * @param apart A blueprint that does not count.
 */
export function accessTo(app: OtherApp, className: string, apart?: ServedBlueprint): Access {
  const isMeant = ({ blueprint }: Pick<ServedRoute, 'blueprint'>): boolean =>
    apart === undefined || blueprint !== apart;
  const resources = placedResources(app).filter(
    (each) => each.className === className && isMeant(each) && each.routes.length > 0,
  );
  const named = resources.flatMap(({ routes }) => routes);
  const routes =
    named.length > 0
      ? named
      : app.routes.filter((each) => isMeant(each) && usesModel(each, className));
  const shown = named.filter(({ endpoint }) => READING.includes(actionOf(endpoint)));
  const reading =
    shown.length > 0 ? shown : routes.filter(({ methods }) => methods.includes('GET'));
  const changing = routes.filter((each) => decoratorOf('users-write', each));
  return {
    reads: admitted(reading),
    changes: admitted(changing, resources.flatMap(changesKept)),
  };
}

/** Whether the function of a route uses a model, itself or by functions of its file. */
export function usesModel({ definition, source }: ServedRoute, className: string): boolean {
  return (
    definition !== undefined &&
    source.text.includes(className) &&
    namesClass(source, reachedFrom(source, definition.body), className)
  );
}

/** Whether nothing that scaffold knows or does not know guards a route. */
function isOpen(route: ServedRoute): boolean {
  return !guardOf(route) && unknownGuards(route).length === 0;
}

/** @param others Further decorators that let people in. */
function admitted(routes: readonly ServedRoute[], others: readonly Decorator[] = []): Admitted {
  return routes.some(isOpen)
    ? { by: undefined, unknown: [] }
    : {
        by: weakest([...routes.flatMap((each) => guardOf(each) ?? []), ...others]),
        unknown: routes.flatMap(unknownGuards),
      };
}

/** Who may change records by the guards that the manifest has of routes, if these are as made. */
function changesKept({ made, routes }: PlacedResource): Decorator[] {
  return routes.flatMap((route) => {
    const word = made[route.endpoint]?.guard;
    return isGuard(word) && guardOf(route) === decoratorOf(word, route) ? GUARDS[word].changes : [];
  });
}
