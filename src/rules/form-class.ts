// Specs: spec/existing/add-field.spec.ts
import {
  type Assignment,
  assignmentsIn,
  assignmentTo,
  callOf,
  type Definition,
  findClass,
  functionsIn,
  hasMember,
  methodsIn,
} from '../python/queries';
import { BODY, indented } from '../python/lines';
import type { ClassPlace } from '../project/class-place';
import type { Column } from '../project/column-type';
import { type GeneratedPiece, pieceOf } from '../python/generated';
import { type Note, warning } from './outcome';
import { PythonSource } from '../python/source';
import { addMissingImports } from '../python/add-import';
import { enumeration } from '../naming/spelling';
import { importBlock, localName, topLevel } from '../python/import-statement';
import { importsOf, namesBoundBy } from '../python/imports';
import { isPrivilege } from '../project/column-roles';
import { isSameCode } from '../python/same-code';
import { fieldsOf } from '../view/form-state';
import { refuseClashing } from './clashes';
import {
  statementAfter,
  statementAtEnd,
  statementBehind,
  statementDirectlyBefore,
} from '../python/statement-insertion';
import { statementOf, statementsOf } from '../python/statements';
import { withChanged } from '../difference/merged-member';
import { withoutStatement } from '../python/removal';

/** A form as a person has it, and as a run would make it. */
export interface FormChange {
  readonly place: ClassPlace;
  /** What the run calls it. */
  readonly className: string;
  readonly columns: readonly string[];
  /** Whether the model also refuses more than before. */
  readonly isConstrained: boolean;
  /** The module without them, and with them. */
  readonly from: PythonSource;
  readonly to: PythonSource;
  readonly left: readonly Column[];
  /** Why it stays as it is; undefined if it can change. */
  readonly obstacle?: string | undefined;
}

/** What becomes of a form: the file with it; undefined if that stays. */
interface GrownForm {
  readonly grown: PythonSource | undefined;
  readonly missing: readonly string[];
  readonly notes: readonly Note[];
}

/**
 * Adds to a form what new columns add to the one that a run would make: fields and methods. It stays if a person has
 * changed what would change: then a note has the lines to add.
 *
 * @throws SchematicsException if the file uses a name that the fields need for something else.
 */
export async function growForm({
  className,
  columns,
  from,
  isConstrained,
  left: without,
  obstacle,
  place,
  to,
}: FormChange): Promise<GrownForm> {
  const { definition, source } = place;
  const lacks = (name: string): boolean => columns.includes(name) && !hasMember(definition, name);
  const wanted = findClass(to, className);
  const missing = wanted ? fieldsOf(wanted.node).filter(lacks) : [];
  const left = without.filter(({ name }) => lacks(name));
  const notes = left.length === 0 ? [] : [warning(lackOfField(source.path, left), source.path)];
  const isAsked = isConstrained || missing.length > 0;
  const methods = isAsked ? changedMethods(definition, from, to, className) : [];
  if (missing.length + methods.length === 0) {
    return { grown: undefined, missing, notes };
  }
  const pieces = missing.map((name) => fieldPiece(to, className, name));
  const grown = obstacle === undefined ? await withAll(place, pieces, methods) : undefined;
  const parts = enumeration(missing.length > 0 ? missing : methods.map(({ name }) => name));
  const reason =
    obstacle ??
    `${source.placeOf(definition.node)}: ${definition.name} was changed where ${parts} would go`;
  const all = [...pieces, ...methods.map(({ piece }) => piece)];
  const lines = grown ? '' : indented(linesOf(source, all));
  const stays = `${reason}, so the form stays as it is. Add by hand:\n${lines}`;
  return { grown, missing, notes: grown ? notes : [...notes, warning(stays)] };
}

/** The piece of a rendered form with one of its fields. */
function fieldPiece(generated: PythonSource, className: string, name: string): GeneratedPiece {
  const form = findClass(generated, className);
  const node = form && assignmentTo(form.node, name)?.node;
  return pieceOf(generated, statementOf(node ?? generated.root), BODY);
}

/** Adds fields behind the last one, but before a button. */
function withFields(
  source: PythonSource,
  className: string,
  pieces: readonly GeneratedPiece[],
): PythonSource {
  const owner = findClass(source, className);
  const code = pieces.map((piece) => piece.code).join('\n');
  const own = owner ? assignmentsIn(owner.node).filter(({ value }) => isField(value)) : [];
  const last = own.findLast(({ value }) => !isButton(value));
  const [button] = own;
  if (owner === undefined || pieces.length === 0) {
    return source;
  }
  const added = source.insert(
    last || !button
      ? statementBehind(source, last?.node, owner.body, code)
      : statementDirectlyBefore(source, statementOf(button.node), code),
  );
  return addMissingImports(
    added,
    pieces.flatMap(({ imports }) => imports),
  );
}

/** @returns undefined if a method was changed where it would change. */
async function withAll(
  { definition, source }: ClassPlace,
  pieces: readonly GeneratedPiece[],
  methods: readonly ChangedMethod[],
): Promise<PythonSource | undefined> {
  const { name: own } = definition;
  refuseClashing(
    source,
    pieces.flatMap(({ imports }) => imports),
  );
  let now: PythonSource | undefined = withoutPass(withFields(source, own, pieces), own);
  for (const { name, old, piece } of methods) {
    refuseClashing(now, piece.imports);
    now = await withMethod(now, own, name, old, piece);
    if (now === undefined) {
      return undefined;
    }
  }
  return now;
}

/** A class with fields needs no `pass`. */
function withoutPass(source: PythonSource, className: string): PythonSource {
  const owner = findClass(source, className);
  const pass = owner && statementsOf(owner.body).find(({ type }) => type === 'pass_statement');
  return pass ? withoutStatement(source, pass) : source;
}

/** A method of a form that a run would make in another way than before. */
interface ChangedMethod {
  readonly name: string;
  /** As it was made; undefined if it is new. */
  readonly old: GeneratedPiece | undefined;
  readonly piece: GeneratedPiece;
}

/** Those that the form does not have as they would be made now. */
function changedMethods(
  form: Definition,
  from: PythonSource,
  to: PythonSource,
  className: string,
): ChangedMethod[] {
  const earlier = methodsIn(from, className);
  const present = functionsIn(form.node);
  return methodsIn(to, className).flatMap(({ name, node, statement }) => {
    const known = earlier.find((each) => each.name === name);
    const own = present.find((each) => each.name === name);
    return [known, own].some((each) => each && isSameCode(each.node, node))
      ? []
      : {
          name,
          old: known && pieceOf(from, known.statement, BODY),
          piece: pieceOf(to, statement, BODY),
        };
  });
}

/**
 * The file with a method of a form as it would be made now.
 *
 * @param old As it was made; undefined if it is new.
 */
async function withMethod(
  source: PythonSource,
  className: string,
  name: string,
  old: GeneratedPiece | undefined,
  piece: GeneratedPiece,
): Promise<PythonSource | undefined> {
  const owner = findClass(source, className);
  const own = methodsIn(source, className).find((each) => each.name === name);
  if (owner === undefined || (own === undefined) !== (old === undefined)) {
    return undefined;
  }
  if (own && old) {
    const changed = await withChanged(source, own.statement, old, piece);
    return changed instanceof PythonSource ? changed : undefined;
  }
  const { code, imports } = piece;
  const last = assignmentsIn(owner.node).at(-1);
  const added = source.insert(
    name === '__init__' && last
      ? statementAfter(source, statementOf(last.node), code)
      : statementAtEnd(source, owner.body, code),
  );
  return addMissingImports(added, imports);
}

export function isField(value: Assignment['value']): boolean {
  return value !== undefined && /Field$/.test(callOf(value)?.name ?? '');
}

function isButton(value: Assignment['value']): boolean {
  return value !== undefined && callOf(value)?.name.endsWith('SubmitField') === true;
}

/** The lines to add to a form by hand: missing imports, then the fields. */
export function linesFor(source: PythonSource, generated: PythonSource, className: string): string {
  const form = findClass(generated, className);
  const statements = form ? statementsOf(form.body) : [];
  return linesOf(
    source,
    statements.map((node) => pieceOf(generated, node, BODY)),
  );
}

function linesOf(source: PythonSource, pieces: readonly GeneratedPiece[]): string {
  const known = namesBoundBy(importsOf(source));
  const imports = pieces.flatMap((piece) => piece.imports);
  const block = importBlock(
    imports.filter((wanted) => !known.includes(localName(wanted))),
    [topLevel(source.path)],
    source.style.lineLength,
  );
  const lines = pieces.map(({ code }) => code.replace(/^def /, '\n$&')).join('\n');
  return [block, lines].filter((part) => part !== '').join('\n\n');
}

/** What to do about columns without a field. */
export function lackOfField(path: string, columns: readonly Column[]): string {
  const closed = columns.filter(isPrivilege);
  const open = columns.filter((column) => !closed.includes(column));
  const lines = [
    ...(open.length > 0
      ? [
          `${path} has no field for ${enumeratedNames(open)}. Add one, or let the model set the value.`,
        ]
      : []),
    ...(closed.length > 0
      ? [`${path} leaves out ${enumeratedNames(closed)}, which no form should set.`]
      : []),
  ];
  return lines.join('\n');
}

export function enumeratedNames(named: readonly { readonly name: string }[]): string {
  return enumeration(named.map(({ name }) => name));
}
