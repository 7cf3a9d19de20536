// Specs: spec/view/list-values.spec.ts
import type { ClassPlace } from '../project/class-place';
import type { ViewNames } from '../naming/view-names';
import { findController, methodOf, ownerOf } from '../project/controllers';
import type { Project } from '../project/project';
import { type Call, callsOf, isNamed } from '../python/queries';
import { pieceOf } from '../python/generated';
import { importLine, localName } from '../python/import-statement';
import { BODY } from '../python/lines';
import type { Node } from '../python/node';
import { isSameCode } from '../python/same-code';
import type { PythonSource } from '../python/source';

/** A list that a method makes, while the page of its view would have another one. */
export interface OtherList {
  /** Where it is made: `app/controllers/post_controller.py:12`. */
  readonly place: string;
  /** The code that the page would have, with the imports that the file lacks. */
  readonly code: string;
}

/** The first list that a piece of code makes. */
export function listIn(code: Node): Call | undefined {
  return callsOf(code, 'RecordList')[0];
}

/** The columns that the list of a view shows already, or sorts by. */
export async function listedIn(
  project: Project,
  { controller, method, template = '' }: ViewNames,
): Promise<string[]> {
  const place = await findController(project, controller);
  const owner = place && (await ownerOf(project, place, method));
  const own = owner && methodOf(owner, method);
  const sort = own && listIn(own.node)?.keywords.get('sort');
  const sorted = sort?.descendants('attribute').map((each) => each.child('attribute')?.text ?? '');
  const page = project.text(`${project.layout.templates}/${template}`);
  return [...(sorted ?? []), ...headingsIn(page)];
}

/** The columns with headings on the page of a list. */
export function headingsIn(page: string): string[] {
  return [...page.matchAll(/\bheading\(\w+, ["'](\w+)/g)].map(([, name = '']) => name);
}

/** The list of a method, if it is another one than in a generated module. */
export function otherList(
  { definition, source }: ClassPlace,
  method: string,
  generated: PythonSource,
): OtherList | undefined {
  const own = methodOf({ definition, source }, method);
  const made = own && listIn(own.node)?.node;
  const wanted = listIn(generated.root)?.node;
  const statement = wanted?.parent?.parent;
  if (!made || !wanted || !statement || isSameCode(made, wanted)) {
    return undefined;
  }
  const { code, imports } = pieceOf(generated, statement, 2 * BODY);
  const missing = imports.filter((wanted) => !isNamed(source, source.root, localName(wanted)));
  const lines = missing.map((wanted) => importLine(wanted, source.style.lineLength));
  return {
    place: source.placeOf(made),
    code: [...lines, code].join('\n'),
  };
}
