// Specs: spec/change-field/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { namesUsed } from '../python/generated';
import { indentationAt } from '../python/lines';
import { type Node, stringValue, withoutBrackets } from '../python/node';
import {
  type Assignment,
  assignmentTo,
  type Call,
  callOf,
  callsOf,
  findClass,
} from '../python/queries';
import { withoutImport, withoutItem } from '../python/removal';
import { itemAt, sequenceOf } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { fit, joinedLines } from '../python/statement-insertion';
import { statementOf } from '../python/statements';
import { wrapped } from '../python/wrap';
import { madeIn, type MadeColumns, withAnnotation } from './changed-annotation';
import { typeIn, typeLike, valueLike, type ValuesClass } from './changed-type';

/** What the request changes even where both would be made alike. */
export interface Insisted {
  readonly type: boolean;
  readonly default: boolean;
  /** The class with the values of an enum, which stays its type. */
  readonly enumClass: ValuesClass | undefined;
}

/** The order of the arguments behind the type. */
const KEYWORDS = ['default', 'nullable', 'index', 'unique', 'info'];

/** The file of a model in which a column has what differs between two that were made; all else stays as it is written. */
export function withChangedColumn(
  source: PythonSource,
  className: string,
  column: string,
  made: MadeColumns,
  insisted: Insisted,
): PythonSource {
  const own = assignmentIn(source, className, column);
  if (own === undefined) {
    throw new SchematicsException(
      `${column} is no attribute of class ${className} in ${source.path}: it comes from another class. Change it there.`,
    );
  }
  const used = namesUsed(statementOf(own.node));
  const changed = new ColumnStatement(source, className, column).changed(made, insisted);
  const left = namesUsed(changed.root);
  return [...used].filter((name) => !left.has(name)).reduce(withoutImport, changed);
}

/** The file in which the relationship of a reference may be empty, or not, as one that was made. */
export function withChangedRelation(
  source: PythonSource,
  className: string,
  name: string,
  made: MadeColumns,
): PythonSource {
  const { annotation } = assignmentIn(source, className, name) ?? {};
  return annotation ? withAnnotation(source, annotation, name, made) : source;
}

function assignmentIn(
  source: PythonSource,
  className: string,
  name: string,
): Assignment | undefined {
  const owner = findClass(source, className);
  return owner && assignmentTo(owner.node, name);
}

/** The statement of a column, in each version of its file. */
class ColumnStatement {
  /** Whether it is written as a formatter writes it, so that it may be written anew. */
  readonly #isCanonical: boolean;

  constructor(
    private source: PythonSource,
    private readonly className: string,
    private readonly column: string,
  ) {
    const { text } = this.#statement;
    this.#isCanonical = !text.includes('#') && this.#laidOut(onOneLine(text)) === text;
  }

  get #own(): Assignment {
    const own = assignmentIn(this.source, this.className, this.column);
    if (own === undefined) {
      throw new Error(`${this.column} is gone.`);
    }
    return own;
  }

  get #statement(): Node {
    return statementOf(this.#own.node);
  }

  /** A statement on one line, as a formatter breaks it. */
  #laidOut(line: string): string {
    const indentation = indentationAt(this.source.text, this.#statement.startIndex);
    return wrapped(this.source, line, indentation.length).replaceAll('\n', `\n${indentation}`);
  }

  #write(code: string): void {
    const { endIndex: end, startIndex: start } = this.#statement;
    this.source = this.source.replace({ start, end }, code);
  }

  changed(made: MadeColumns, insisted: Insisted): PythonSource {
    if (this.#isCanonical) {
      this.#write(onOneLine(this.#statement.text));
    }
    this.#changeAnnotation(made);
    if (this.#own.value === undefined) {
      this.#addValue(made);
    } else {
      this.#changeArguments(made, insisted);
    }
    if (this.#isCanonical) {
      this.#write(this.#laidOut(this.#statement.text));
    }
    return this.source;
  }

  #changeAnnotation(made: MadeColumns): void {
    const { annotation } = this.#own;
    if (annotation) {
      this.source = withAnnotation(this.source, annotation, this.column, made);
    }
  }

  /** `day: Mapped[date]` gets its arguments. */
  #addValue({ after }: MadeColumns): void {
    const value = madeIn(after, this.column)?.value;
    if (value) {
      this.#write(`${this.#statement.text} = ${fit(this.source, value.text, '')}`);
    }
  }

  #changeArguments(made: MadeColumns, insisted: Insisted): void {
    const [before, after] = [made.before, made.after].map((place) => {
      const value = madeIn(place, this.column)?.value;
      return value && callOf(value);
    });
    const [from, to] = [before, after].map((call) => call && typeIn(call));
    if (from?.text !== to?.text || (insisted.type && to?.text !== typeIn(this.#call)?.text)) {
      this.#setType(to && typeLike(typeIn(this.#call), to, insisted.enumClass));
    }
    this.#changeKey(
      keyIn(before)?.keywords.get('ondelete'),
      keyIn(after)?.keywords.get('ondelete'),
    );
    for (const keyword of KEYWORDS.filter((each) => each !== 'info')) {
      const [own, wanted] = [before, after].map((call) => call?.keywords.get(keyword));
      if (own?.text !== wanted?.text || (keyword === 'default' && insisted.default)) {
        this.#setKeyword(keyword, wanted && valueLike(wanted, insisted.enumClass));
      }
    }
    this.#changeInfo(entriesOf(before), entriesOf(after));
    const { annotation, target } = this.#own;
    if (annotation && sequenceOf(this.#list).items.length === 0) {
      this.#write(`${target}: ${annotation.text}`);
    }
  }

  get #call(): Call {
    const { value } = this.#own;
    const call =
      value &&
      [withoutBrackets(value)]
        .flatMap((each) => [...callsOf(each, 'mapped_column'), ...callsOf(each, 'Column')])
        .at(0);
    if (call === undefined) {
      throw new SchematicsException(
        `${this.source.placeOf(this.#statement)}: scaffold cannot read how ${this.column} is made. Change it by hand.`,
      );
    }
    return call;
  }

  get #list(): Node {
    const list = this.#call.node.child('arguments');
    if (list === undefined) {
      throw new Error('A call has arguments.');
    }
    return list;
  }

  #setType(code: string | undefined): void {
    const own = typeIn(this.#call);
    if (own && code !== undefined) {
      this.#replace(own, code);
    } else if (own) {
      this.#removeItem(own.parent?.type === 'keyword_argument' ? own.parent : own);
    } else if (code !== undefined) {
      const isNamed = stringValue(this.#call.positional[0]) !== undefined;
      this.#insertItem(isNamed ? 1 : 0, code);
    }
  }

  #changeKey(before: Node | undefined, after: Node | undefined): void {
    const own = keyIn(this.#call)?.keywords.get('ondelete');
    if (before?.text !== after?.text && own && after) {
      this.#replace(own, after.text);
    }
  }

  #setKeyword(keyword: string, code: string | undefined): void {
    const { keywords } = this.#call;
    const own =
      keywords.get(keyword) ?? (keyword === 'default' ? keywords.get('insert_default') : undefined);
    if (own && code !== undefined) {
      this.#replace(own, code);
    } else if (own?.parent) {
      this.#removeItem(own.parent);
    } else if (code !== undefined) {
      const later = KEYWORDS.slice(KEYWORDS.indexOf(keyword) + 1);
      const { items } = sequenceOf(this.#list);
      const next = items.findIndex(
        (item) =>
          item.type === 'keyword_argument' && later.includes(item.child('name')?.text ?? ''),
      );
      this.#insertItem(next === -1 ? items.length : next, `${keyword}=${code}`);
    }
  }

  /** Changes the entries of `info={"min": 1}` that are no longer the same. */
  #changeInfo(before: InfoEntries, after: InfoEntries): void {
    const names = [...before.keys(), ...after.keys()];
    if (names.every((name) => before.get(name) === after.get(name))) {
      return;
    }
    const own = entriesOf(this.#call);
    const all = new Map([...own, ...after]);
    names.filter((name) => !after.has(name)).forEach((name) => all.delete(name));
    const pairs = [...all].map(([name, value]) => `${name}: ${value}`);
    this.#setKeyword('info', pairs.length === 0 ? undefined : `{${pairs.join(', ')}}`);
  }

  #replace({ endIndex: end, startIndex: start }: Node, code: string): void {
    this.source = this.source.replace({ start, end }, fit(this.source, code, ''));
  }

  #removeItem(item: Node): void {
    this.source = withoutItem(this.source, item, sequenceOf(this.#list).items);
  }

  #insertItem(index: number, code: string): void {
    const sequence = sequenceOf(this.#list);
    const item = fit(this.source, code, '');
    const { items, open } = sequence;
    const [next, last] = [items[index], items.at(-1)];
    this.source =
      items.length > 0 && !this.#isCanonical
        ? this.source.insert(...itemAt(this.source, sequence, index, item))
        : this.source.insert(
            next
              ? { position: next.startIndex, text: `${item}, ` }
              : { position: (last ?? open)?.endIndex ?? 0, text: last ? `, ${item}` : item },
          );
  }
}

/** A call on one line. The comma behind its last argument goes: with it, a formatter would break the line again. */
function onOneLine(code: string): string {
  return joinedLines(code).replace(/,\)$/, ')');
}

function keyIn(call: Call | undefined): Call | undefined {
  return call?.positional
    .flatMap((each) => callOf(each) ?? [])
    .find((each) => each.name === 'ForeignKey');
}

/** The entries of `info`, as Python. */
type InfoEntries = ReadonlyMap<string, string>;

function entriesOf(call: Call | undefined): InfoEntries {
  const info = call?.keywords.get('info');
  const pairs = info?.type === 'dictionary' ? info.namedChildren : [];
  return new Map(
    pairs.flatMap((pair): [string, string][] => {
      const [key, value] = [pair.child('key'), pair.child('value')];
      return key && value ? [[fitted(key.text), value.text]] : [];
    }),
  );
}

/** Keys are compared in one kind of quotes. */
function fitted(key: string): string {
  return key.replace(/^'(.*)'$/, '"$1"');
}
