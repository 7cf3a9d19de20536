// Specs: spec/add-field/index.spec.ts
import { fit } from '../python/statement-insertion';
import { SchematicsException } from '@angular-devkit/schematics';
import type { Field } from '../fields/words';
import { columnNameOf } from '../fields/field-list';
import type { Project } from '../project/project';
import { fileOf, type GeneratedPiece, pieceOf } from '../python/generated';
import { addFormFields } from '../rules/form';
import { allOf, edited, info, noted, NOTHING, type Outcome, warning } from '../rules/outcome';
import { addFactory } from '../rules/resource-tests';
import type { ResourceParts } from './grown-resource';
import type { TestsState } from '../view/tests-state';
import { ownModel, type View } from '../view/view';
import { carry } from '../rules/with-difference';
import { BODY, indentationAt } from '../python/lines';
import { Node } from '../python/node';
import { PythonSource } from '../python/source';
import { addMissingImports } from '../python/add-import';
import { functionsOf } from '../python/queries';
import { indented } from '../python/layout';
import { isSameCode } from '../python/same-code';
import { listIn } from '../view/listing-method';
import { methodOf } from '../project/controllers';
import { statementOf } from '../python/statements';

/** Carries new columns of a model to the parts of its resource: form, list, pages, factory and tests. */
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
    outcomes.push(await addFormFields(formBefore, form, fields.map(columnNameOf)));
  }
  for (const view of after.views) {
    const earlier = before.views.find(({ names }) => names.view === view.names.view);
    if (earlier) {
      refuseOtherOwner(earlier, view);
      outcomes.push(carryList(fields, earlier, view));
      outcomes.push(await carryPage(project, fields, earlier, view));
      outcomes.push(adviseFields(fields, view));
    }
  }
  if (before.tests && after.tests) {
    outcomes.push(...(await carryTests(project, fields, before.tests, after.tests, after.views)));
  }
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

/** The advice for a page that shows the fields of its form one by one. */
function adviseFields(fields: readonly Field[], { form, page }: View): Outcome {
  const text = page?.existing ?? '';
  const names = (form?.fields ?? []).map(({ name }) => name);
  const missing = fields
    .map(columnNameOf)
    .filter((name) => names.includes(name) && !new RegExp(`\\bform\\.${name}\\b`).test(text));
  const isOneByOne = /\bform\.\w+/.test(text) && !/\bfields\(form\)/.test(text);
  return page?.isOwn && isOneByOne && missing.length > 0
    ? noted(
        info(
          `${page.path} shows its fields one by one. Add:\n` +
            missing.map((name) => `  {{ field(form.${name}) }}`).join('\n'),
        ),
      )
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

/** The method of a list, or the statement in it that makes the list. */
interface ListCode {
  readonly source: PythonSource;
  readonly node: Node;
}

/**
 * Lets a list show, search, sort and filter by new columns, if its method or the list in it is as generated.
 *
 * @param before The view as it would be made without the columns.
 */
function carryList(fields: readonly Field[], before: View, after: View): Outcome {
  const { controller, names } = after;
  const { owner, otherList } = controller;
  const own = owner && methodOf(owner, names.method);
  const [from, to] = [before, after].map((view) =>
    methodIn(view.controller.rendered, names.method),
  );
  const className = ownModel(after)?.names.className ?? '';
  const named = own?.node.descendants('attribute').map(({ text }) => text) ?? [];
  const isThere = (field: Field): boolean => named.includes(`${className}.${columnNameOf(field)}`);
  if (!owner || !own || !from || !to || isSameCode(from.node, to.node) || fields.every(isThere)) {
    return NOTHING;
  }
  const now = { source: owner.source, node: own.statement };
  const pair = isSameCode(now.node, from.node)
    ? { now, to, indentation: BODY }
    : sameLists(now, from, to);
  if (pair === undefined) {
    return otherList
      ? noted(
          warning(
            `${otherList.place} makes another list, so it stays. To search, sort and filter by what the page shows, ` +
              `change it to:\n${indented(otherList.code)}`,
          ),
        )
      : NOTHING;
  }
  const piece = pieceOf(pair.to.source, pair.to.node, pair.indentation);
  const { path } = owner.source;
  const content = replaced(pair.now, piece).toString();
  return edited([{ kind: 'replace', path, content }]);
}

function methodIn(source: PythonSource | undefined, name: string): ListCode | undefined {
  const method = source && functionsOf(source).find((each) => each.name === name);
  return source && method && { source, node: method.statement };
}

function sameLists(
  now: ListCode,
  from: ListCode,
  to: ListCode,
): { readonly now: ListCode; readonly to: ListCode; readonly indentation: number } | undefined {
  const [own, before, after] = [now, from, to].map((each) => {
    const call = listIn(each.node);
    return call && { source: each.source, node: statementOf(call.node) };
  });
  return own && before && after && isSameCode(own.node, before.node)
    ? { now: own, to: after, indentation: 2 * BODY }
    : undefined;
}

function replaced({ node, source }: ListCode, { code, imports }: GeneratedPiece): PythonSource {
  const indentation = indentationAt(source.text, node.startIndex);
  const text = fit(source, code, indentation).slice(indentation.length);
  const range = { start: node.startIndex, end: node.endIndex };
  return addMissingImports(source.replace(range, text), imports);
}
