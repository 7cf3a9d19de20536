// Specs: spec/remove-resource/index.spec.ts
import { codeOf } from '../changing/model-uses';
import type { Edit } from '../edit';
import { moduleOfPath } from '../layout';
import { isRelationship } from '../project/column-style';
import type { Project } from '../project/project';
import { blueprintOf, callsToRegister } from '../project/register-calls';
import { registrationsOf } from '../project/registrations';
import { namesUsed } from '../python/generated';
import { importsFrom } from '../python/imports';
import { type Node, stringValue } from '../python/node';
import { argumentOf, assignmentsIn, callOf, classesOf } from '../python/queries';
import { withoutExport, withoutImport, withoutItem, withoutStatement } from '../python/removal';
import type { Sequence } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { statementOf } from '../python/statements';
import { linksIn } from '../rules/navigation';
import { readersTable } from '../view/readers';

/** What goes. */
interface GoneParts {
  /** The name of the resource: `posts`. */
  readonly resource: string;
  /** The class of its model; undefined if that stays. */
  readonly className: string | undefined;
  /** Its files. */
  readonly paths: readonly string[];
}

/** Takes out of other files what only serves what goes: registrations, exports, links, readers and relationships. */
export async function looseEnds(project: Project, gone: GoneParts): Promise<Edit[]> {
  const { navigation, readers } = project.layout;
  const { className, paths, resource } = gone;
  const modules = paths.filter((path) => path.endsWith('.py')).map(moduleOfPath);
  const words = [
    ...modules.map((module) => module.replace(/^.*\./, '')),
    ...(className === undefined ? [] : [className]),
  ];
  const mayServe = (path: string): boolean =>
    path === navigation || words.some((word) => project.text(path).includes(word));
  const sources = await project.sources(
    codeOf(project).filter((path) => path.endsWith('.py') && mayServe(path)),
  );
  return sources.flatMap((source): Edit[] => {
    const { path } = source;
    const steps: readonly (readonly [
      isMeant: boolean,
      without: (before: PythonSource) => PythonSource,
    ])[] = [
      [true, (before) => withoutModules(before, modules)],
      [path === navigation, (before) => withoutLinks(before, resource)],
      [path === readers, (before) => withoutReaders(before, className ?? '')],
      [className !== undefined, (before) => withoutRelationships(before, className ?? '')],
    ];
    const left = steps.reduce(
      (before, [isMeant, without]) => (isMeant ? without(before) : before),
      source,
    );
    return left === source ? [] : [{ kind: 'replace', path, content: left.toString() }];
  });
}

/** Without the registrations and the exports of what these modules define. */
function withoutModules(source: PythonSource, modules: readonly string[]): PythonSource {
  const locals = importsFrom(source, modules)
    .filter(({ module }) => modules.includes(module))
    .flatMap(({ names }) => names.map(({ local }) => local));
  const registered = locals.reduce(withoutRegistration, source);
  return source.path.endsWith('/__init__.py')
    ? locals.reduce((before, local) => {
        const left = withoutExport(before, local);
        return namesUsed(left.root).has(local) ? before : withoutEmptyList(left);
      }, registered)
    : registered;
}

/** A blueprint is registered by a call of its own, or in a loop over a list. */
function withoutRegistration(source: PythonSource, blueprint: string): PythonSource {
  const call = callsToRegister(source.root).find((each) => blueprintOf(each)?.text === blueprint);
  if (call) {
    return withoutStatement(source, statementOf(call.node));
  }
  const list = registrationsOf(source).find((each) => each.blueprints.includes(blueprint))?.list;
  const item = list?.items.find(({ text }) => text === blueprint);
  return list && item ? withoutImport(withoutEntry(source, item, list), blueprint) : source;
}

/** A package that exports nothing needs no list of that. */
function withoutEmptyList(source: PythonSource): PythonSource {
  return /^\s*__all__ = (\[\]|\(\))\s*$/.test(source.text)
    ? source.remove({ start: 0, end: source.text.length })
    : source;
}

function withoutLinks(source: PythonSource, resource: string): PythonSource {
  const links = linksIn(source);
  const own = links?.items.find((item) => {
    const call = callOf(item);
    const endpoint = stringValue(call && argumentOf(call, 'endpoint', 1));
    return endpoint?.replace(/\.\w+$/, '') === resource;
  });
  return links && own ? withoutLinks(withoutEntry(source, own, links), resource) : source;
}

/** The last entry of a list takes its line with it, unless that has a comment. */
function withoutEntry(
  source: PythonSource,
  entry: Node,
  { close, items, open }: Sequence,
): PythonSource {
  const isAlone =
    items.length === 1 &&
    open &&
    close &&
    /^[\s,]*$/.test(source.text.slice(entry.endIndex, close.startIndex));
  return isAlone
    ? source.remove({ start: open.endIndex, end: close.startIndex })
    : withoutItem(source, entry, items);
}

function withoutReaders(source: PythonSource, className: string): PythonSource {
  const table = readersTable(source);
  const pair = table?.entries.find((each) => each.className === className)?.value.parent;
  if (!table || !pair) {
    return source;
  }
  const left = withoutEntry(source, pair, table.sequence);
  const still = namesUsed(left.root);
  return [...namesUsed(pair)].filter((name) => !still.has(name)).reduce(withoutImport, left);
}

/** What a generated relationship may say beside the model. */
const GENERATED = /^(back_populates|cascade|foreign_keys|passive_deletes)$/;

/** Without the relationships to a model that are as generated: those of a person are listed. */
function withoutRelationships(source: PythonSource, className: string): PythonSource {
  const word = new RegExp(`\\b${className}\\b`);
  const own = classesOf(source)
    .filter(({ name }) => name !== className)
    .flatMap(({ node }) => assignmentsIn(node))
    .filter(({ annotation, value }) => isRelationship(value) && word.test(annotation?.text ?? ''))
    .find(({ node, value }) => {
      const call = value && callOf(value);
      const isPlain = call?.positional.length === 0 && !statementOf(node).text.includes('#');
      return isPlain && [...call.keywords.keys()].every((name) => GENERATED.test(name));
    });
  if (own === undefined) {
    return source;
  }
  const left = withoutStatement(source, statementOf(own.node));
  // Without deferred annotations, they name the class in quotes.
  const isUsed =
    namesUsed(left.root).has(className) ||
    left.root.descendants('string').some(({ text }) => word.test(text));
  return withoutRelationships(isUsed ? left : withoutImport(left, className), className);
}
