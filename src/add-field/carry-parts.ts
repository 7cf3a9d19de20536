// Specs: spec/add-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import type { Project } from '../project/project';
import { fileOf } from '../python/generated';
import { changeMethods } from '../rules/changed-methods';
import { addFormFields } from '../rules/form';
import { allOf, noted, NOTHING, type Outcome, warning } from '../rules/outcome';
import { addFactory } from '../rules/resource-tests';
import { adviseFields } from '../rules/template';
import { changeSections } from '../rules/sections';
import type { ResourceParts } from './grown-resource';
import type { TestsState } from '../view/tests-state';
import { ownModel, type View } from '../view/view';
import { carry } from '../rules/with-difference';
import { indented } from '../python/layout';
import { methodOf } from '../project/controllers';

/** Carries new columns of a model to the parts of its resource: form, list, pages, factory, tests and API. */
export async function carryParts(
  project: Project,
  fields: readonly Field[],
  before: ResourceParts,
  after: ResourceParts,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  const form = after.views.find((view) => view.form);
  const formBefore = before.views.find(({ names }) => names.view === form?.names.view);
  if (form && formBefore) {
    outcomes.push(
      await addFormFields(formBefore.form, form.form, fields.map(columnNameOf), form.templates),
    );
  }
  for (const view of after.views) {
    const earlier = before.views.find(({ names }) => names.view === view.names.view);
    if (earlier) {
      refuseOtherOwner(earlier, view);
      outcomes.push(await carryList(project, fields, earlier, view));
      outcomes.push(await carryPage(project, fields, earlier, view));
      outcomes.push(adviseOneByOne(fields, view));
    }
  }
  if (before.tests && after.tests) {
    outcomes.push(...(await carryTests(project, fields, before.tests, after.tests, after.views)));
  }
  for (const { content, path } of after.api?.files ?? []) {
    const earlier = before.api?.files.find((each) => each.path === path);
    if (earlier && project.has(path)) {
      outcomes.push(
        await carry(project, fields, { path, before: earlier.content, after: content }),
      );
    }
  }
  outcomes.push(await changeSections(project, before.pages, after.pages));
  return allOf(outcomes);
}

/** Refuses a reference to users that would pass for the owner of the records from now on. */
function refuseOtherOwner(before: View, after: View): void {
  const [owner, other] = [before, after].map((view) => ownModel(view)?.owner?.column);
  if (owner !== other) {
    throw new SchematicsException(
      `The owner of the records is ${owner}, and ${other} would pass for it. Give the field another name.`,
    );
  }
}

async function carryPage(
  project: Project,
  fields: readonly Field[],
  before: View,
  { data, page }: View,
): Promise<Outcome> {
  const record = data?.record.model.record ?? '';
  if (!page?.isOwn || !before.page) {
    return NOTHING;
  }
  const carried = {
    path: page.path,
    before: before.page.text,
    after: page.text,
    owner: new RegExp(record),
  };
  return carry(project, fields, carried);
}

function adviseOneByOne(fields: readonly Field[], { form, page }: View): Outcome {
  const shown = form?.fields.map(({ name }) => name) ?? [];
  const names = fields.map(columnNameOf).filter((name) => shown.includes(name));
  const { existing = '', isOwn, path } = page ?? {};
  return path !== undefined && isOwn
    ? adviseFields(path, existing, 'form', names, (code) => `{{ field(${code}) }}`)
    : NOTHING;
}

async function carryTests(
  project: Project,
  fields: readonly Field[],
  before: TestsState,
  after: TestsState,
  views: readonly View[],
): Promise<Outcome[]> {
  const { packages, path } = after;
  const own = views[0] && ownModel(views[0])?.names.className;
  const text = (state: TestsState): string =>
    state.generated ? fileOf(state.generated, packages) : '';
  const factoryOf = ({ factories }: TestsState): string => {
    const factory = factories.find(({ className }) => className === own);
    return factory ? fileOf(factory.generated, packages) : '';
  };
  const factory = after.factories.find(({ className }) => className === own);
  const outcomes = [
    await carry(project, fields, { path, before: text(before), after: text(after) }),
    ...(factory
      ? [
          await carry(project, fields, {
            path: factory.path,
            before: factoryOf(before),
            after: factoryOf(after),
          }),
        ]
      : []),
  ];
  // What the tests refer to now needs a factory, too.
  const isCarried = outcomes.some(({ edits }) => edits.some((edit) => edit.path === path));
  const others = after.factories.filter(({ className }) => className !== own);
  return [...outcomes, ...(isCarried ? others.map((each) => addFactory(each, packages)) : [])];
}

/**
 * Lets a list show, search, sort and filter by new columns. If a person changed the same lines, the note has what to write.
 *
 * @param before The view as it would be made without the columns.
 */
async function carryList(
  project: Project,
  fields: readonly Field[],
  before: View,
  after: View,
): Promise<Outcome> {
  const { owner, otherList } = after.controller;
  const own = owner && methodOf(owner, after.names.method);
  const className = ownModel(after)?.names.className ?? '';
  const named = own?.node.descendants('attribute').map(({ text }) => text) ?? [];
  const isThere = (field: Field): boolean => named.includes(`${className}.${columnNameOf(field)}`);
  if (!own || fields.every(isThere)) {
    return NOTHING;
  }
  const change = await changeMethods(project, [{ before, after }], undefined);
  return change.conflicts.length > 0 && otherList
    ? noted(
        warning(
          `${otherList.place} makes another list, so it stays. To search, sort and filter by what the page shows, ` +
            `change it to:\n${indented(otherList.code)}`,
          otherList.place,
        ),
      )
    : change;
}
