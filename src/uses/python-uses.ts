import { importsWith } from '../python/imports';
import { snakeCase } from '../naming/spelling';
import { type Node, stringValue } from '../python/node';
import { callOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { functionAround, isWithin, scopeOf, statementOf } from '../python/statements';
import type { Use, UsedModel } from './used-model';
import { bindingsIn, callAround, isInType, keyAround, outerClass } from './scopes';

/** What an expression certainly is, as far as its own code says. */
type CertainKind = 'form' | 'list' | 'record';

/** Methods that answer with one record of a query, and those that answer with several. */
const ONE =
  /^(first|first_or_404|get|get_one|get_or_404|one|one_or_404|one_or_none|scalar|scalar_one)$/;
const SEVERAL =
  /^(all|filter|filter_by|join|limit|order_by|options|paginate|scalars|unique|where|RecordList)$/;

/** Calls in a model whose strings are names of columns, and those whose strings are expressions of columns. */
const NAMES_COLUMNS =
  /^(CheckConstraint|ForeignKeyConstraint|Index|UniqueConstraint|synonym|validates)$/;
const HAS_EXPRESSIONS = /^(association_proxy|backref|relationship)$/;

/** The places of a file that name attributes of a model, in their order. */
export function usesInPython(source: PythonSource, model: UsedModel): Use[] {
  const words = model.attributes.filter((attribute) => source.text.includes(attribute));
  if (words.length === 0) {
    return [];
  }
  const code = new CodeOfModel(source, model);
  const pattern = new RegExp(`(?:\\b|(?<=\\bvalidate_))(${words.join('|')})\\b`, 'g');
  return [...source.text.matchAll(pattern)].flatMap(({ 1: attribute = '', index }) => {
    const node = source.root.at(index);
    const use = node.type === 'comment' ? undefined : code.use(node, attribute);
    return use === undefined ? [] : { attribute, start: index, ...use };
  });
}

/** Whether an attribute is called, as a method is, and no column. */
function isCalled(attribute: Node): boolean {
  return attribute.parent?.child('function') === attribute;
}

type Judgement = Pick<Use, 'isCertain' | 'isTarget'>;

/** What the code of a file means, as far as a model goes. */
class CodeOfModel {
  /** What the file calls the model. */
  readonly #classes: ReadonlySet<string>;
  readonly #query: RegExp;
  readonly #isAbout: boolean;

  constructor(
    private readonly source: PythonSource,
    private readonly model: UsedModel,
  ) {
    const { className, record, table } = model;
    const imported = importsWith(source, className)
      .flatMap(({ names }) => names)
      .filter(({ name }) => name === className)
      .map(({ local }) => local);
    const own = source.path === model.path ? [className] : [];
    this.#classes = new Set([...imported, ...own]);
    const any = [...this.#classes].join('|') || className;
    this.#query = new RegExp(
      `\\b(?:select|query|update|delete)\\(\\s*(?:\\w+\\.)?(?:${any})\\s*\\)|\\b(?:${any})\\.query\\b|\\bself\\.${table}\\(\\)`,
    );
    // `client.post(…)` is about no post.
    this.#isAbout = new RegExp(`\\b(?:${any}|${table}|${record}(?!\\())\\b`).test(source.text);
  }

  /** Undefined for a name that cannot mean the attribute. */
  use(node: Node, attribute: string): Judgement | undefined {
    const { parent } = node;
    const uncertain = this.#isAbout ? { isCertain: false } : undefined;
    if (node.type.startsWith('string')) {
      const string = node.type === 'string' ? node : parent;
      return (
        this.#inString(string, attribute) ??
        (this.#mayMean(string, attribute) ? uncertain : undefined)
      );
    }
    if (node.type !== 'identifier' || parent === null) {
      return undefined;
    }
    if (parent.type === 'attribute' && parent.child('attribute') === node) {
      const object = parent.child('object');
      const isOwn = object && (this.#isClass(object) || this.#kindOf(object) !== undefined);
      const isOfOther = /^[A-Z]/.test(object?.text ?? '');
      return isOwn || this.#isRelation(object)
        ? { isCertain: true }
        : isOfOther || isCalled(parent)
          ? undefined
          : uncertain;
    }
    if (parent.type === 'keyword_argument' && parent.child('name') === node) {
      const call = parent.parent?.parent;
      const isOfPage = call && callOf(call)?.name === 'render_template';
      return this.#takesColumns(call) ? { isCertain: true } : isOfPage ? undefined : uncertain;
    }
    if (parent.type === 'function_definition' && parent.child('name') === node) {
      const isOwn = this.#classAround(parent) === this.model.form;
      return isOwn && node.text !== attribute ? { isCertain: true } : undefined;
    }
    if (
      /^(dotted_name|aliased_import|class_definition|typed_parameter|parameters)$/.test(parent.type)
    ) {
      return undefined;
    }
    const own = scopeOf(node);
    const isOfModel =
      !isInType(node) &&
      own.type === 'class_definition' &&
      this.#isOwnClass(own.child('name')?.text);
    // A local variable of the same name is none of the model's.
    return isOfModel ? { isCertain: true } : undefined;
  }

  #isClass({ text }: Node): boolean {
    return (
      this.#classes.has(text) ||
      text.endsWith(`.${this.model.className}`) ||
      text === this.model.form
    );
  }

  /** Whether a class is the model in its own file, its form, or a schema of it. */
  #isOwnClass(name: string | undefined): boolean {
    const { className, form, path, schemas } = this.model;
    const isOther = name === form || (name !== undefined && schemas.includes(name));
    return isOther || (name === className && this.source.path === path);
  }

  /** `order.product`, if the model of `order` has a relationship `product` to this one. */
  #isRelation(object: Node | undefined): boolean {
    const [owner, name] = [object?.child('object'), object?.child('attribute')];
    const owners = this.model.relations.get(name?.text ?? '') ?? [];
    const scope = owner?.text === 'self' ? this.#classAround(functionAround(owner)) : owner?.text;
    return scope !== undefined && owners.includes(snakeCase(scope));
  }

  #classAround(node: Node): string | undefined {
    const scope = scopeOf(node);
    return scope.type === 'class_definition' ? scope.child('name')?.text : undefined;
  }

  #inString(node: Node | null, attribute: string): Judgement | undefined {
    const { className, table } = this.model;
    const value = stringValue(node ?? undefined);
    const call = callAround(node);
    if (value === undefined || call === undefined) {
      return undefined;
    }
    if (/^ForeignKey(Constraint)?$/.test(call) && value.endsWith(`${table}.${attribute}`)) {
      return { isCertain: true, isTarget: true };
    }
    const isOwner = call === 'owner' && this.#isOwnerOf(keyAround(node), value, attribute);
    const isNamed =
      NAMES_COLUMNS.test(call) && this.#isOwnClass(node ? outerClass(node) : undefined);
    const isExpression =
      HAS_EXPRESSIONS.test(call) && new RegExp(`\\b${className}\\.${attribute}\\b`).test(value);
    const isOtherSide =
      value === attribute && call === 'relationship' && this.#leadsHere(node ?? undefined);
    const isLeftOut = value === attribute && this.#isLeftOut(node?.parent?.parent);
    return isNamed || isExpression || isOtherSide || isOwner || isLeftOut
      ? { isCertain: true }
      : undefined;
  }

  /** Whether a relationship of another model has this one at its other side: `back_populates="author"`. */
  #leadsHere(node: Node | undefined): boolean {
    const isMeant = node?.parent?.child('name')?.text === 'back_populates';
    return isMeant && new RegExp(`\\b${this.model.className}\\b`).test(statementOf(node).text);
  }

  /** Whether a call leaves fields out of the form: `PostForm().without("author_id")`. */
  #isLeftOut(node: Node | null | undefined): boolean {
    const callee = node?.child('function');
    const object = callee?.child('object');
    return (
      callee?.child('attribute')?.text === 'without' &&
      object !== undefined &&
      this.#kindOf(object) === 'form'
    );
  }

  /** `Post: owner("user")` and `Comment: owner("post.user")` in the table of readers. */
  #isOwnerOf(key: string | undefined, value: string, attribute: string): boolean {
    return this.#classes.has(key ?? '')
      ? value === attribute
      : value.endsWith(`${this.model.record}.${attribute}`);
  }

  /** Whether a string may mean the attribute: no docstring, and no other name such as `User.title`. */
  #mayMean(node: Node | null, attribute: string): boolean {
    const { className, record, table } = this.model;
    const owners = `(?:${className}|${record}|${table})`;
    const text = node?.text ?? '';
    const isOfOther = new RegExp(`\\b(?!${owners}\\.)\\w+\\.${attribute}\\b`).test(text);
    const isMarkup = text.includes(`${attribute}=`);
    const isProse = isMarkup || (/\w\s+\w/.test(text) && !new RegExp(`\\b${table}\\b`).test(text));
    return node?.parent?.type !== 'expression_statement' && !isOfOther && !isProse;
  }

  /** Whether the keywords of a call are columns: `Post(…)`, `make_post(…)`, `Post.query.filter_by(…)`. */
  #takesColumns(node: Node | null | undefined): boolean {
    const callee = node?.child('function');
    const call = node && callOf(node);
    const isOwn =
      callee !== undefined && (this.#isClass(callee) || callee.text === this.model.factory);
    const isQuery =
      call !== undefined && call !== null && /^(filter_by|values|update)$/.test(call.name);
    return isOwn || (isQuery && this.#query.test(callee?.text ?? ''));
  }

  #kindOf(node: Node): CertainKind | undefined {
    switch (node.type) {
      case 'identifier':
        return this.#kindOfName(node);
      case 'parenthesized_expression':
      case 'await':
        return node.firstNamedChild && this.#kindOf(node.firstNamedChild);
      case 'subscript': {
        const of = node.child('value');
        return of && this.#kindOf(of) === 'list' ? 'record' : undefined;
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
    if (callee.text === this.model.form || this.#isLeftOut(node)) {
      return 'form';
    }
    if (this.#isClass(callee) || callee.text === this.model.factory) {
      return 'record';
    }
    const [first] = call.positional;
    const isAbout =
      (first !== undefined && (this.#isClass(first) || this.#query.test(first.text))) ||
      this.#query.test(call.receiver ?? '');
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
      const name = this.#classAround(around);
      const isForm = name === this.model.form;
      return this.#isOwnClass(name) ? (isForm ? 'form' : 'record') : undefined;
    }
    const all = bindingsIn(around).filter(({ name }) => name === text);
    const inner = all.filter(({ within }) => within && isWithin(node, within));
    const kinds = (inner.length > 0 ? inner : all.filter(({ within }) => !within)).map(
      ({ from, isItem, type }) =>
        type === undefined
          ? isItem
            ? from && this.#kindOf(from) === 'list'
              ? 'record'
              : undefined
            : from && !isWithin(node, from)
              ? this.#kindOf(from)
              : undefined
          : this.#kindOfType(type),
    );
    const [kind] = kinds;
    return kinds.every((each) => each === kind) ? kind : undefined;
  }

  #kindOfType({ text }: Node): CertainKind | undefined {
    const [, name = ''] = /^["']?(\w+)(?:\s*\|\s*None)?["']?$/.exec(text) ?? [];
    return this.#classes.has(name) ? 'record' : name === this.model.form ? 'form' : undefined;
  }
}
