// Specs: spec/add-field/index.spec.ts
import { attributesOf } from '../fields/field-list';
import type { Field } from '../fields/words';
import { templateOf } from '../layout/jinja';
import { enumeration } from '../naming/spelling';
import type { Project } from '../project/project';
import { type Node, stringValue } from '../python/node';
import { assignmentsIn } from '../python/queries';
import { carry, type PartFiles, leftToAdd } from './difference';
import { allOf, noted, type Outcome } from './outcome';

/**
 * Carries new fields of a model to what is generated of it. Where that does not fit, a note has the lines to add.
 *
 * @param before What would be generated without the fields.
 * @param owner Matches what has the attributes: `post`, or its form, or the model.
 */
export async function carryFields(
  project: Project,
  fields: readonly Field[],
  before: PartFiles,
  after: PartFiles,
  owner: string,
): Promise<Outcome> {
  const attribute = new RegExp(`\\b(?:${owner})\\.(\\w+)`, 'g');
  const change = await carry(project, before, after, {
    has: (path, now) => {
      const named = new Set(
        typeof now === 'string' ? namedInPage(path, now, attribute) : namedIn(now, attribute),
      );
      const known = fields.filter((field) => attributesOf(field).some((name) => named.has(name)));
      return fields.length > 0 && known.length === fields.length
        ? 'all'
        : known.length > 0
          ? 'some'
          : 'nothing';
    },
  });
  const names = enumeration(fields.map(({ name }) => name));
  return allOf([change, noted(...leftToAdd(change.conflicts, names))]);
}

/** The attributes that the code of a template names: comments, strings and what it shows as it is do not count. */
function namedInPage(path: string, content: string, attribute: RegExp): string[] {
  const code = [...templateOf(path, content).text.matchAll(/\{[{%][^]*?[}%]\}/g)].join('\n');
  const related = /\brelated\(["'](\w+)["']\)/g;
  const named = [
    ...code.matchAll(related),
    ...code.replace(/"[^"\n]*"|'[^'\n]*'/g, '""').matchAll(attribute),
  ];
  return named.map(([, name = '']) => name);
}

/** The keys of dictionaries, the attributes of the model, and those of a form itself. */
function namedIn(node: Node, attribute: RegExp): string[] {
  return [
    ...node.descendants('pair').flatMap((pair) => stringValue(pair.child('key')) ?? []),
    ...node
      .descendants('attribute')
      .flatMap(({ text }) => [...text.matchAll(attribute)].map(([, name = '']) => name)),
    ...(node.type === 'class_definition' ? assignmentsIn(node) : []).map(({ target }) => target),
  ];
}
