// Specs: spec/rename-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { type GuardOption, guardOption } from '../naming/guards';
import type { ResourceNames } from '../naming/resource-names';
import { resourceOf } from '../naming/view-names';
import { fileOf, type GeneratedPiece, pieceOf } from '../python/generated';
import { BODY } from '../python/lines';
import { findClass, functionsIn } from '../python/queries';
import type { ApiState } from '../view/api-state';
import type { Project } from '../project/project';
import { helpersIn } from '../view/form-fields';
import { fieldsOfForm, type FormState } from '../view/form-state';
import { generatedForm } from '../view/form-values';
import { partsOfAll, type ResourceParts, type SectionPage } from '../view/resource-parts';
import type { TestsState } from '../view/tests-state';
import type { View } from '../view/view';
import { carry, type Carrying, type PartFile, type PartFiles } from './difference';
import { helpersFor } from './form';
import { NO_CHANGE, type Outcome, type PartsChange, withLeft } from './outcome';
import { addHelpers } from './resource-tests';

/** Makes the difference between what parts are made of before a change and after it. What a person wrote stays. */
export async function carryParts(
  project: Project,
  before: readonly Partial<ResourceParts>[],
  after: readonly Partial<ResourceParts>[],
  carrying?: Carrying,
): Promise<PartsChange> {
  return carry(project, textsOf(before), textsOf(after), carrying);
}

type FileEntry = readonly [path: string, file: PartFile];

/** What is generated of the parts of resources that exist: methods, forms, pages, sections, tests, factories and API. */
export function textsOf(resources: readonly Partial<ResourceParts>[]): PartFiles {
  const files = new Map<string, PartFile>();
  for (const { api, pages = [], tests, views = [] } of resources) {
    const all = [
      ...views.flatMap(methodsOf),
      ...views
        .filter(({ form }) => form?.place)
        .slice(0, 1)
        .flatMap(formOf),
      ...views.flatMap(pageOf),
      ...(tests ? testsOf(tests) : []),
      ...(api ? apiOf(api) : []),
      ...pages.map(sectionsOf),
    ];
    for (const [path, file] of all) {
      files.set(path, joined(files.get(path), file));
    }
  }
  return files;
}

/** Views have methods in one file. Of two with one name, such as what selects the records, the first counts. */
function joined(known: PartFile | undefined, file: PartFile): PartFile {
  const areMembers = typeof known?.content === 'object' && typeof file.content === 'object';
  return areMembers
    ? { ...known, ...file, content: new Map([...known.content, ...file.content, ...known.content]) }
    : file;
}

/** The methods of a rendered class that the project has, with the imports that they need. */
function methodsOf({ controller: { owner, rendered, values } }: View): FileEntry[] {
  const made = rendered && findClass(rendered, values.controller.className);
  if (!owner || !made) {
    return [];
  }
  const pieces = functionsIn(made.node).map(({ name, statement }): [string, GeneratedPiece] => [
    `${owner.definition.name}.${name}`,
    pieceOf(rendered, statement, BODY),
  ]);
  return [[owner.source.path, { content: new Map(pieces) }]];
}

function formOf({ app: { templates }, form }: View): FileEntry[] {
  const source = form && generatedForm(form, templates, fieldsKept(form));
  const made = source && findClass(source, form.names.className);
  if (!form?.place || !made) {
    return [];
  }
  const needs = ({ content }: PartFile): Outcome => {
    const { code = '' } = (typeof content === 'object' && content.get(made.name)) || {};
    const before = code.split(/^ {4}(?=\w+ = )/m);
    // By field: the form of a person may lack another one that has the same helper.
    const isNew = ({ arguments: given, field, name }: (typeof form.fields)[number]): boolean => {
      const known = helpersIn(before.find((each) => each.startsWith(`${name} = `)) ?? '');
      return helpersIn(`${field} ${given}`).some((each) => !known.includes(each));
    };
    return { edits: helpersFor(form, form.fields.filter(isNew), templates), notes: [] };
  };
  const content = new Map([[made.name, pieceOf(source, made.statement, 0)]]);
  return [[form.place.source.path, { content, needs }]];
}

/** The fields of a form: of one that `new` did not make, those that it has. */
function fieldsKept(form: FormState): FormState['fields'] {
  const known = form.plain && fieldsOfForm(form);
  return known ? form.fields.filter(({ name }) => known.includes(name)) : form.fields;
}

function pageOf({ page }: View): FileEntry[] {
  return page?.isOwn ? [[page.path, { content: page.text }]] : [];
}

function testsOf(tests: TestsState): FileEntry[] {
  const { factories, generated, packages, path } = tests;
  if (!generated) {
    return [];
  }
  const needs = (): Outcome => addHelpers(tests, false);
  return [
    [path, { content: fileOf(generated, packages), needs }],
    ...factories.map((each): FileEntry => [
      each.path,
      { content: fileOf(each.generated, packages), home: each.home },
    ]),
  ];
}

function apiOf({ files, tests }: ApiState): FileEntry[] {
  const needs = (): Outcome => addHelpers(tests, false);
  return files.map(({ content, path }): FileEntry => [path, { content, needs }]);
}

function sectionsOf({ home, page: { path, text } }: SectionPage): FileEntry {
  return [path, { content: text, home }];
}

/**
 * Makes the difference between what two requests make of views in their methods, their form and their pages, as the project
 * has these. What a person wrote stays.
 *
 * @param before The views that exist, as they would be made for the request of before.
 * @param after These and others, as they would be made for that of now.
 * @param asked The guard that the later request gives them; undefined if guards stay as they are.
 * @throws SchematicsException if a person changed what the guard changes.
 */
export async function changeViews(
  before: readonly View[],
  after: readonly View[],
  asked: GuardOption | undefined,
): Promise<PartsChange> {
  const [view] = before;
  if (view === undefined) {
    return NO_CHANGE;
  }
  const { project } = view.app;
  const guard = guardOption(asked);
  const change = await carryParts(
    project,
    [{ views: withKnownPages(before) }],
    [{ views: withKnownPages(after) }],
    { guarded: guard && { guard, resource: resourceOf(view.names) } },
  );
  refuseConflicts(asked, change);
  return withLeft(change, 'further links');
}

/**
 * Makes the difference that a run makes to a resource in its tests.
 *
 * @param asked The guard that the run gives what exists; undefined if guards stay as they are.
 * @returns undefined if the project has no tests of it, if a person wrote those that a guard would change, or if they cannot sign in.
 * @throws SchematicsException if a person changed what the guard changes.
 */
export async function changeTests(
  { project }: App,
  { name }: Pick<ResourceNames, 'name'>,
  { after, before }: Readonly<Record<'after' | 'before', TestsState | undefined>>,
  asked: GuardOption | undefined,
): Promise<PartsChange | undefined> {
  const follows =
    before?.generated !== undefined &&
    after?.existing !== undefined &&
    !after.isLockedOut &&
    (asked === undefined || project.changes.isKnown({ resource: name }, after.path));
  if (!follows) {
    return undefined;
  }
  // Views that were made alone may be in neither.
  const change = await carryParts(project, [{ tests: before }], [{ tests: after }], {
    renews: true,
  });
  refuseConflicts(asked, change);
  return change;
}

/** The tests of resources whose pages show records of another one, with what they expect there. */
export interface PageTests {
  readonly resources: readonly ResourceNames[];
  readonly texts: PartFiles;
}

/** Looks at the tests of resources whose pages show records of another one. */
export async function pageTests(app: App, resources: readonly ResourceNames[]): Promise<PageTests> {
  const texts = new Map<string, PartFile>();
  for (const names of resources) {
    for (const { tests } of await partsOfAll(app, [names], [])) {
      const file = tests && textsOf([{ tests }]).get(tests.path);
      if (tests && file) {
        texts.set(tests.path, { ...file, home: { resource: names.name } });
      }
    }
  }
  return { resources, texts };
}

/** Has tests expect what the pages show by now. Tests that a person has written stay as they are. */
export async function followPages(app: App, { resources, texts }: PageTests): Promise<Outcome> {
  const { project } = app;
  const generated = [...texts].filter(
    ([path, { content, home = 'application' }]) =>
      project.changes.isKnown(home, path) || project.text(path) === content,
  );
  const now = await pageTests(app, resources);
  const change = await carry(project, new Map(generated), now.texts);
  return withLeft(change, 'a test of what belongs to its record');
}

/** Views without the pages that a person made. */
export function withKnownPages(views: readonly View[]): View[] {
  return views.map((view) => {
    const { app, names, page } = view;
    const isKnown = page && app.project.changes.isKnown({ resource: resourceOf(names) }, page.path);
    return isKnown ? view : { ...view, page: undefined };
  });
}

/**
 * Refuses to guard half of a resource.
 *
 * @param guard undefined if guards stay as they are.
 * @throws SchematicsException if a person changed what the guard changes.
 */
export function refuseConflicts(
  guard: GuardOption | undefined,
  { conflicts }: Pick<PartsChange, 'conflicts'>,
): void {
  if (guard && conflicts.length > 0) {
    const places = conflicts.map(({ line, member, path }) =>
      [`  ${path}:${line}`, ...(member === undefined ? [] : [member])].join(': '),
    );
    throw new SchematicsException(
      `--guard ${guard} changes these, and they are no longer as generated, so nothing is ${guard === 'none' ? 'opened' : 'guarded'}. Put them back or remove ` +
        `them, run this again, and then make your change anew:\n${places.join('\n')}`,
    );
  }
}
