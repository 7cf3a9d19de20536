// Specs: spec/uses/python-uses.spec.ts
import { localNamesOf } from '../python/imports';
import type { Node } from '../python/node';
import { basesOf, callOf, classesOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { functionAround, isWithin, scopeOf } from '../python/statements';
import type { CertainKind, UsedModel } from './used-model';
import { bindingsIn } from './scopes';

/** Methods that answer with one record of a query, and those that answer with several. */
const ONE =
  /^(first|first_or_404|get|get_one|get_or_404|one|one_or_404|one_or_none|scalar|scalar_one)$/;
const SEVERAL =
  /^(all|filter|filter_by|join|limit|order_by|options|paginate|scalars|unique|where|RecordList)$/;

/** What the expressions of a file certainly are, as far as a model goes. */
export class Kinds {
  /** What the file calls the model, as a pattern. */
  readonly names: string;
  readonly #classes: ReadonlySet<string>;
  readonly #forms: ReadonlySet<string>;
  readonly #query: RegExp;

  constructor(
    private readonly source: PythonSource,
    private readonly model: Omit<UsedModel, 'shown'>,
  ) {
    const { className, table } = model;
    const own = source.path === model.path ? [className] : [];
    this.#classes = new Set([...localNamesOf(source, className), ...own]);
    this.#forms = formsIn(source, model.form);
    this.names = [...this.#classes].join('|') || className;
    this.#query = new RegExp(
      `\\b(?:select|query|update|delete)\\(\\s*(?:\\w+\\.)?(?:${this.names})\\s*\\)|\\b(?:${this.names})\\.query\\b|\\bself\\.${table}\\(\\)`,
    );
  }

  /** Whether the file calls the model by a name. */
  isName(name: string): boolean {
    return this.#classes.has(name);
  }

  /** Whether a piece of code queries the model. */
  isQuery(code: string): boolean {
    return this.#query.test(code);
  }

  /** Whether an expression is the class of the model, or of its form. */
  isClass({ text }: Node): boolean {
    return (
      this.#classes.has(text) || text.endsWith(`.${this.model.className}`) || this.isForm(text)
    );
  }

  /** Whether a class is the form of the model, or one of the file that extends it. */
  isForm(name: string | undefined): boolean {
    return name !== undefined && this.#forms.has(name);
  }

  /** Whether a class is the model in its own file, its form, or a schema of it. */
  isOwnClass(name: string | undefined): boolean {
    const { className, path, schemas } = this.model;
    const isOther = this.isForm(name) || (name !== undefined && schemas.includes(name));
    return isOther || (name === className && this.source.path === path);
  }

  /** The class whose body a node stands in. */
  classAround(node: Node): string | undefined {
    const scope = scopeOf(node);
    return scope.type === 'class_definition' ? scope.child('name')?.text : undefined;
  }

  /** Whether a call leaves fields out of the form: `PostForm().without("author_id")`. */
  isLeftOut(node: Node | null | undefined): boolean {
    const callee = node?.child('function');
    const object = callee?.child('object');
    return (
      callee?.child('attribute')?.text === 'without' &&
      object !== undefined &&
      this.kindOf(object) === 'form'
    );
  }

  /** What an expression certainly is; undefined if that is not certain. */
  kindOf(node: Node): CertainKind | undefined {
    switch (node.type) {
      case 'identifier':
        return this.#kindOfName(node);
      case 'parenthesized_expression':
      case 'await':
        return node.firstNamedChild && this.kindOf(node.firstNamedChild);
      case 'subscript': {
        const of = node.child('value');
        return of && this.kindOf(of) === 'list' ? 'record' : undefined;
      }
      case 'attribute': {
        const of = node.child('object');
        const isPage = node.child('attribute')?.text === 'items';
        return isPage && of && this.kindOf(of) === 'list' ? 'list' : undefined;
      }
      case 'call':
        return this.#kindOfCall(node);
      default:
        return undefined;
    }
  }

  #kindOfCall(node: Node): CertainKind | undefined {
    const call = callOf(node);
    const callee = node.child('function');
    if (!call || !callee) {
      return undefined;
    }
    if (this.isForm(callee.text) || this.isLeftOut(node)) {
      return 'form';
    }
    if (this.isClass(callee) || callee.text === this.model.factory) {
      return 'record';
    }
    const [first] = call.positional;
    const isAbout =
      (first !== undefined && (this.isClass(first) || this.isQuery(first.text))) ||
      this.isQuery(call.receiver ?? '');
    return isAbout
      ? ONE.test(call.name)
        ? 'record'
        : SEVERAL.test(call.name)
          ? 'list'
          : undefined
      : undefined;
  }

  /** What a name is, if all of its assignments in the function agree. */
  #kindOfName(node: Node): CertainKind | undefined {
    const { text } = node;
    const around = functionAround(node);
    if ((text === 'self' || text === 'cls') && around.type === 'function_definition') {
      const name = this.classAround(around);
      return this.isOwnClass(name) ? (this.isForm(name) ? 'form' : 'record') : undefined;
    }
    const all = bindingsIn(around).filter(({ name }) => name === text);
    const inner = all.filter(({ within }) => within && isWithin(node, within));
    const kinds = (inner.length > 0 ? inner : all.filter(({ within }) => !within)).map(
      ({ from, isItem, type }) =>
        type === undefined
          ? isItem
            ? from && this.kindOf(from) === 'list'
              ? 'record'
              : undefined
            : from && !isWithin(node, from)
              ? this.kindOf(from)
              : undefined
          : this.#kindOfType(type),
    );
    const [kind] = kinds;
    return kinds.every((each) => each === kind) ? kind : undefined;
  }

  #kindOfType({ text }: Node): CertainKind | undefined {
    const [, name = ''] = /^["']?(\w+)(?:\s*\|\s*None)?["']?$/.exec(text) ?? [];
    return this.#classes.has(name) ? 'record' : this.isForm(name) ? 'form' : undefined;
  }
}

/** The form of a model, and the classes of a file that extend it. */
function formsIn(source: PythonSource, form: string): ReadonlySet<string> {
  const forms = new Set([form]);
  for (const each of source.text.includes(form) ? classesOf(source) : []) {
    if (basesOf(each).some(({ text }) => forms.has(text))) {
      forms.add(each.name);
    }
  }
  return forms;
}
