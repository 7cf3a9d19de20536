import { snakeCase } from '../naming/spelling';
import { type Node, stringValue } from '../python/node';
import { callOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { functionAround, scopeOf, statementOf } from '../python/statements';
import type { Use, UsedModel } from './used-model';
import { Kinds } from './kinds';
import { callAround, isInType, keyAround, outerClass } from './scopes';

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
  readonly #kinds: Kinds;
  readonly #isAbout: boolean;

  constructor(
    private readonly source: PythonSource,
    private readonly model: UsedModel,
  ) {
    this.#kinds = new Kinds(source, model);
    const { record, table } = model;
    // `client.post(…)` is about no post.
    const names = `\\b(?:${this.#kinds.names}|${table}|${record}(?!\\())\\b`;
    this.#isAbout = new RegExp(names).test(source.text);
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
      const isOwn =
        object && (this.#kinds.isClass(object) || this.#kinds.kindOf(object) !== undefined);
      const isOfOther = /^[A-Z]/.test(object?.text ?? '');
      return isOwn || this.#isRelation(object)
        ? { isCertain: true }
        : isOfOther || isCalled(parent)
          ? undefined
          : uncertain;
    }
    if (parent.type === 'keyword_argument' && parent.child('name') === node) {
      const call = parent.parent?.parent;
      const { name = '' } = (call && callOf(call)) ?? {};
      const isOfOther = name === 'render_template' || this.#isFactory(name);
      return this.#takesColumns(call) ? { isCertain: true } : isOfOther ? undefined : uncertain;
    }
    if (parent.type === 'function_definition' && parent.child('name') === node) {
      const isOwn = this.#kinds.isForm(this.#kinds.classAround(parent));
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
      this.#kinds.isOwnClass(own.child('name')?.text);
    // A local variable of the same name is none of the model's.
    return isOfModel ? { isCertain: true } : undefined;
  }

  /** `order.product`, if the model of `order` has a relationship `product` to this one. */
  #isRelation(object: Node | undefined): boolean {
    const [owner, name] = [object?.child('object'), object?.child('attribute')];
    const owners = this.model.relations.get(name?.text ?? '') ?? [];
    const scope =
      owner?.text === 'self' ? this.#kinds.classAround(functionAround(owner)) : owner?.text;
    return scope !== undefined && owners.includes(snakeCase(scope));
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
      NAMES_COLUMNS.test(call) && this.#kinds.isOwnClass(node ? outerClass(node) : undefined);
    const isExpression =
      HAS_EXPRESSIONS.test(call) && new RegExp(`\\b${className}\\.${attribute}\\b`).test(value);
    const isOtherSide =
      value === attribute && call === 'relationship' && this.#leadsHere(node ?? undefined);
    const isLeftOut = value === attribute && this.#kinds.isLeftOut(node?.parent?.parent);
    return isNamed || isExpression || isOtherSide || isOwner || isLeftOut
      ? { isCertain: true }
      : undefined;
  }

  /** Whether a relationship of another model has this one at its other side: `back_populates="author"`. */
  #leadsHere(node: Node | undefined): boolean {
    const isMeant = node?.parent?.child('name')?.text === 'back_populates';
    return isMeant && new RegExp(`\\b${this.model.className}\\b`).test(statementOf(node).text);
  }

  /** `Post: owner("user")` and `Comment: owner("post.user")` in the table of readers. */
  #isOwnerOf(key: string | undefined, value: string, attribute: string): boolean {
    return this.#kinds.isName(key ?? '')
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

  /** Whether a function is the factory of a model: `from tests.factories.comment import make_comment`. */
  #isFactory(name: string): boolean {
    const [, record] = /^make_(\w+)$/.exec(name) ?? [];
    return (
      record !== undefined &&
      new RegExp(`^from [\\w.]+\\.factories\\.${record} import `, 'm').test(this.source.text)
    );
  }

  /** Whether the keywords of a call are columns: `Post(…)`, `make_post(…)`, `Post.query.filter_by(…)`. */
  #takesColumns(node: Node | null | undefined): boolean {
    const callee = node?.child('function');
    const call = node && callOf(node);
    const isOwn =
      callee !== undefined && (this.#kinds.isClass(callee) || callee.text === this.model.factory);
    const isQuery =
      call !== undefined && call !== null && /^(filter_by|values|update)$/.test(call.name);
    return isOwn || (isQuery && this.#kinds.isQuery(callee?.text ?? ''));
  }
}
