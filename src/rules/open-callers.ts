// Specs: spec/rules/guard.spec.ts
import { type Decorator, decoratorOf, GUARDS, isWeaker, strongest } from '../naming/guards';
import { resourceOf } from '../naming/view-names';
import { sourcesIn, variablesOf } from '../project/blueprints';
import { routesIn } from '../project/existing-routes';
import { looseMakers } from '../project/loose-makers';
import type { Project } from '../project/project';
import { guardOf, operationOf } from '../project/route-guards';
import { otherModules, pathsBelow } from '../project/walk';
import { usesName } from '../python/generated';
import { localNamesOf } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import { callOf, callsOf, classesOf, decoratorsOf, functionsOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { isWithin, statementOf } from '../python/statements';
import { apiPath } from '../view/api-state';
import { ownBlueprint } from '../view/blueprint-state';
import type { View, Views } from '../view/view';
import { type Note, warning, warningIf } from './outcome';

/** The routes of other functions that call the methods of the views, and functions that other routes may lead to. */
export async function openCallers(views: Views): Promise<Note[]> {
  const { app, layout, names, resource, route } = views[0];
  const { project } = app;
  const { className } = names.controller;
  const heirs = heirsOf(project, className);
  const paths = [...pathsBelow(project, layout.routes), ...otherModules(project)];
  const sources = await project.sources(
    paths.filter(
      (path) =>
        path.endsWith('.py') &&
        [className, ...heirs].some((each) => project.text(path).includes(each)),
    ),
  );
  const files = sources.map((source) => ({ source, calls: callsFrom(source, className, heirs) }));
  const routes = views.flatMap((view) => {
    const {
      method,
      route: { endpoint },
    } = view.names;
    return files.flatMap(({ calls, source }) =>
      routesIn(source).flatMap((each) => {
        const { definition, function: name, methods, node, place } = each;
        const isOwn = route.own.some((own) => own.source.path === source.path);
        const decorator = decoratorOf(view.guard?.word, { endpoint, methods });
        const code = [node, ...(definition ? [definition.body] : [])];
        const isMeant = isOwn && (resource !== undefined || each.endpoint === endpoint);
        return warningIf(
          calls(code, method).length > 0 &&
            !isMeant &&
            isWeaker(guardOf(each), decorator) &&
            `${place}: ${name} also calls ${className}, and is open to others. ` +
              `Put ${definition ? `@${String(decorator)} below its route` : `${String(decorator)}(…) around it`}.`,
          place,
        );
      }),
    );
  });
  const others = files.filter(({ source: { path } }) =>
    route.own.every((own) => own.source.path !== path),
  );
  return [...routes, ...others.flatMap(({ calls, source }) => openFunctions(source, views, calls))];
}

/** Functions of a file that make no route, such as methods of a class of views, unless all routes that lead to them are guarded. */
function openFunctions(source: PythonSource, views: Views, calls: FindsCalls): Note[] {
  const { className } = views[0].names.controller;
  const routes = routesIn(source);
  const functions = functionsOf(source);
  const commands = functions.filter((each) =>
    decoratorsOf(each).some((node) => /\.command\b/.test(node.text)),
  );
  // Routes are judged by themselves. What is inside another function, such as `create_app`, belongs to that.
  const judged = [...routes.flatMap(({ definition }) => definition ?? []), ...commands];
  const isJudged = (node: Node): boolean => judged.some((each) => isWithin(node, each.node));
  const outer = functions.filter((one) =>
    functions.every((each) => each === one || !isWithin(one.node, each.node)),
  );
  return outer.flatMap((definition) => {
    const { body, name, node } = definition;
    const called = views.filter((view) =>
      calls([body], view.names.method).some((call) => !isJudged(call)),
    );
    const wanted = strongest(
      called.map(({ guard, names: { route } }) => decoratorOf(guard?.word, route)),
    );
    const isOpen = (guard: Decorator | undefined): boolean => isWeaker(guard, wanted);
    const around = classesOf(source).find((each) => isWithin(node, each.node));
    const leading = routes.filter((each) =>
      [each.node, ...(each.definition ? [each.definition.body] : [])].some((code) =>
        usesName(code, around?.name ?? name),
      ),
    );
    const isGuarded =
      (leading.length > 0 && !leading.some((each) => isOpen(guardOf(each)))) ||
      (wanted && around?.body.text.includes(wanted)) ||
      !isOpen(guardOf({ definition, node, source }));
    const place = source.placeOf(node);
    return warningIf(
      !isGuarded &&
        `${place}: ${around ? `${around.name}.` : ''}${name} also calls ${className}, and may be open to others. ` +
          `Guard the route that leads to it with ${String(wanted)}.`,
      place,
    );
  });
}

/** The classes of the package that extend a controller. */
function heirsOf(project: Project, className: string): string[] {
  const texts = pathsBelow(project, project.layout.package)
    .filter((path) => path.endsWith('.py'))
    .map((path) => project.text(path));
  const heirs = new Set([className]);
  for (const heir of heirs) {
    const extending = new RegExp(`^class (\\w+)\\([^)]*\\b${heir}\\b`, 'gm');
    texts
      .flatMap((text) => [...text.matchAll(extending)])
      .forEach(([, name = '']) => heirs.add(name));
  }
  heirs.delete(className);
  return [...heirs];
}

/** Finds where code of a file may call a method of a controller. */
type FindsCalls = (code: readonly Node[], method: string) => Node[];

/**
 * Finds calls of the methods of a controller in a file: `PostController().index()`, `posts.index()` after `posts = PostController()`, any
 * method of a class that extends the controller, `getattr(PostController(), …)`. The file may import the class under another name, or
 * the module of it.
 */
function callsFrom(source: PythonSource, className: string, heirs: readonly string[]): FindsCalls {
  const [own, below] = [namesLeadingTo(source, [className]), namesLeadingTo(source, heirs)];
  const looked = new RegExp(`^(?:${own}|${below})$`);
  return (code, method) => {
    const called = new RegExp(`^(?:${own}\\.${method}|${below}\\.\\w+)$`);
    return code.flatMap((node) => [
      ...node.descendants('attribute').filter(({ text }) => called.test(text)),
      ...callsOf(node, 'getattr')
        .filter(({ positional: [of] }) => of && looked.test(of.text))
        .map((call) => call.node),
    ]);
  };
}

/** A pattern of what a file calls classes and their objects: `controllers.PostController()`, `posts`, `self.posts`, `make_posts()`. */
function namesLeadingTo(source: PythonSource, classes: readonly string[]): string {
  const names = classes.flatMap((each) => [each, ...localNamesOf(source, each)]);
  const written = `(?:\\w+\\.)*(?:${names.join('|')})\\b`;
  const made = new RegExp(
    `(?:(\\w+)(?:: [\\w.]+)? =|\\bdef (\\w+)\\(.*\\).*:\\s+return) ${written}`,
    'g',
  );
  const objects = [...source.text.matchAll(made)].flatMap(
    ([, variable, maker]) => variable ?? maker ?? [],
  );
  return names.length === 0
    ? NOTHING
    : `(?:\\w+\\.)*(?:${[...names, ...objects].join('|')})(?:\\([^()]*\\))?`;
}

/** A pattern that no text matches. */
const NOTHING = '(?!)';

/**
 * What may make a route beside those of a view, or its operations, though scaffold does not know which: decorators that have a URL
 * or mean a method of a blueprint, such as `@get("/posts/csv")` after `get = bp.get`, and other uses of such a method.
 */
export async function hiddenRoutes({
  app: { project },
  blueprints,
  guard,
  names,
}: View): Promise<Note[]> {
  if (!guard) {
    return [];
  }
  const { changes: wanted, reads } = GUARDS[guard.word];
  const {
    found,
    names: { folder },
  } = ownBlueprint({ blueprints });
  const sources = [
    ...(await sourcesIn(project, folder)),
    ...(await project.sources([apiPath(project, { name: resourceOf(names) })])),
  ];
  const what = reads ? 'one' : 'one that changes records';
  return sources.flatMap((source) => {
    const known = new Set(routesIn(source).map(({ node }) => node.startIndex));
    const makers = looseMakers(source, found ? variablesOf(source, found) : []);
    const decorators = functionsOf(source).flatMap((definition) =>
      decoratorsOf(definition).flatMap((node) => {
        const [first] = callOf(node)?.positional ?? [];
        const isUrl = first && stringValue(first)?.startsWith('/');
        const isHidden = isUrl && !known.has(node.startIndex);
        return isHidden || makers.some((maker) => isWithin(maker, node))
          ? { definition, node, source }
          : [];
      }),
    );
    const others = makers
      .filter((maker) => !decorators.some(({ node }) => isWithin(maker, node)))
      .map(statementOf);
    const isOpen = (each: Parameters<typeof guardOf>[0]): boolean =>
      isWeaker(guardOf(each), wanted);
    return [
      ...decorators.filter(isOpen).map(({ definition, node }) => {
        const place = source.placeOf(node);
        const guarded = operationOf(source, definition)
          ? `give its operation guard=${wanted}`
          : `put @${wanted} below that`;
        return warning(
          `${place}: ${definition.name} may be a route: scaffold does not know @${node.text}. If it is ${what}, ${guarded}.`,
          place,
        );
      }),
      ...[...new Set(others)].flatMap((node) => {
        const place = source.placeOf(node);
        const [line = ''] = node.text.split('\n');
        return warningIf(
          isOpen({ definition: undefined, node, source }) &&
            `${place}: ${line} may make a route that scaffold does not know. If it makes ${what}, put ${wanted}(…) around its function.`,
          place,
        );
      }),
    ];
  });
}
