import type { Action } from '../../naming/actions';
import type { ViewNames } from '../../naming/view-names';
import { parametersOfPath } from '../../project/existing-routes';
import type { NewImport } from '../../python/add-import';
import { call, callOn, type Expression, keyword, text } from '../../python/expression';
import { BODY, METHOD_BODY } from '../../python/indentation';
import { indented, statement } from '../../python/layout';
import { type PageData, type Step, stepsToFetch } from '../page/page-data';

/** Where the things that the code uses are imported from. */
export interface Modules {
  readonly db: string;
  /** Of a class: `app.models`. */
  readonly of: (className: string) => string;
}

/** A statement of a method, and what its file has to import for it. */
export interface Statement {
  readonly lines: string;
  readonly imports: readonly NewImport[];
}

/** How far those of a block within it are. */
const BLOCK = METHOD_BODY + BODY;

/** What the methods of a controller that has data are made of. */
export class MethodStatements {
  readonly #fetched: readonly Step[];

  /**
   * @param endpoints What endpoints start with: `posts`.
   * @param paths The URLs of the pages that are there, by the last part of their endpoints.
   */
  constructor(
    private readonly names: ViewNames,
    private readonly data: PageData,
    private readonly endpoints: string,
    private readonly modules: Modules,
    private readonly paths: ReadonlyMap<string, string>,
  ) {
    this.#fetched = stepsToFetch(data);
  }

  get action(): Action {
    return this.data.action;
  }

  /** `post = db.get_or_404(Post, post_id)`: the records that the URL names. */
  lookups(): Statement[] {
    const { action, item } = this.data;
    return this.#fetched.map((step) => {
      const isUsed = action !== 'destroy' || step === item;
      const target = isUsed ? `${step.model.item} = ` : '';
      return this.#run(target, this.#lookup(step), [this.#db, this.#class(step.model)]);
    });
  }

  /** `posts = db.paginate(…)`: the newest first. */
  list(): Statement[] {
    const { key, model } = this.data.item;
    const imports = [this.#db, this.#class(model)];
    const select = call('db.select', model.className);
    const newest = `${model.className}.${key}.desc()`;
    const paginate = (query: Expression): Statement =>
      this.#run(`${model.list} = `, call('db.paginate', query, 'per_page=20'), imports);
    const conditions = conditionsOf(this.data.item);
    return conditions.length === 0
      ? [paginate(callOn(select, 'order_by', newest))]
      : [
          this.#run('query = ', callOn(select, 'filter_by', ...conditions), imports),
          paginate(call('query.order_by', newest)),
        ];
  }

  /** `return render_template("posts/index.html", posts=posts)` */
  pageOfList(): Statement {
    const { list } = this.#model;
    return this.page('index', `${list}=${list}`);
  }

  /** `return render_template("posts/show.html", post=post)` */
  page(name: string, ...values: readonly Expression[]): Statement {
    const imports = [{ module: 'flask', name: 'render_template' }];
    return this.#run('return ', this.#rendered(name, values), imports);
  }

  /** `return render_template("posts/create.html", form=PostForm())` */
  pageOfNewForm(): Statement {
    const { imports, lines } = this.page('create', keyword('form', this.#newForm()));
    return { lines, imports: [...imports, this.#class(this.#model.form)] };
  }

  /** `form = PostForm()` */
  form(...values: readonly string[]): Statement {
    return this.#run('form = ', this.#newForm(...values), [this.#class(this.#model.form)]);
  }

  /** `form = PostForm(obj=post)` */
  formOfRecord(): Statement {
    return this.form(`obj=${this.#model.item}`);
  }

  /** `comment = Comment(recipe_id=recipe_id)` */
  newRecord(): Statement {
    const { belongsBy, model } = this.data.item;
    const key = belongsBy === undefined ? [] : [`${belongsBy}=${belongsBy}`];
    return this.#run(`${model.item} = `, call(model.className, ...key), [this.#class(model)]);
  }

  /** `if not form.save(post):` the page of the form, again. */
  saveOrShowAgain(name: string): Statement {
    const saved = statement('if not ', call('form.save', this.#model.item), ':', METHOD_BODY);
    const again = statement('return ', this.#rendered(name, ['form=form']), ', 422', BLOCK);
    return {
      lines: `${saved}\n${indented(again)}`,
      imports: [{ module: 'flask', name: 'render_template' }],
    };
  }

  /** `db.session.delete(post)`; a record that others refer to is shown again. */
  deleteOrShowAgain(): Statement[] {
    const inUse = `The ${this.#model.phrase} is still in use: it has not been deleted.`;
    const blocked = [this.#flash(inUse, 'error', BLOCK), this.#redirect(['show', 'index'], BLOCK)];
    return [
      this.#run('', call('db.session.delete', this.#model.item), [this.#db]),
      { lines: 'try:\n    db.session.commit()', imports: [] },
      {
        lines: ['except IntegrityError:', '    db.session.rollback()']
          .concat(blocked.map(({ lines }) => indented(lines)))
          .join('\n'),
        imports: [
          { module: 'sqlalchemy.exc', name: 'IntegrityError' },
          ...blocked.flatMap(({ imports }) => imports),
        ],
      },
    ];
  }

  /** `flash("The post has been created.", "success")` */
  done(verb: string): Statement {
    return this.#flash(`The ${this.#model.phrase} has been ${verb}.`, 'success');
  }

  /** `return redirect(first_url("posts.show", "posts.index", post_id=post.id))` */
  leaveFor(...targets: readonly string[]): Statement {
    return this.#redirect(targets, METHOD_BODY);
  }

  get #model(): Step['model'] {
    return this.data.item.model;
  }

  get #db(): NewImport {
    return { module: this.modules.db, name: 'db' };
  }

  #class({ className }: { readonly className: string }): NewImport {
    return { module: this.modules.of(className), name: className };
  }

  #run(
    before: string,
    expression: Expression,
    imports: readonly NewImport[],
    indentation = METHOD_BODY,
  ): Statement {
    return { lines: statement(before, expression, '', indentation), imports };
  }

  #flash(message: string, category: string, indentation = METHOD_BODY): Statement {
    const said = call('flash', text(message), text(category));
    return this.#run('', said, [{ module: 'flask', name: 'flash' }], indentation);
  }

  #redirect(targets: readonly string[], indentation: number): Statement {
    const { item, parents, rest } = this.data;
    const parameters = new Set([...parents.map(({ model: { id } }) => id), ...rest]);
    const record = targets.includes('show')
      ? this.#columnsOfPage('show', parameters).map(
          ([name, column]) => `${name}=${item.model.item}.${column}`,
        )
      : [];
    const url = call(
      'first_url',
      ...targets.map((name) => text(`${this.endpoints}.${name}`)),
      ...[...parameters].map((name) => `${name}=${name}`),
      ...record,
    );
    const imports = [
      { module: 'flask', name: 'redirect' },
      { module: 'app.links', name: 'first_url' },
    ];
    return this.#run('return ', call('redirect', url), imports, indentation);
  }

  /**
   * What the URL of a record's page says of it, but for these parameters: `slug` is its column `slug`. Where there is
   * no such page yet, or its record does not have what it says, the key, and what the view's own URL says.
   */
  #columnsOfPage(name: string, others: ReadonlySet<string>): [name: string, column: string][] {
    const { columns, key, lookups, model } = this.data.item;
    const path = this.paths.get(name);
    const own =
      path === undefined ? [] : parametersOfPath(path).filter((each) => !others.has(each));
    if (own.every((each) => each === model.id || columns.some((column) => column.name === each))) {
      const known = own.map((each): [string, string] => [each, each === model.id ? key : each]);
      if (known.length > 0) {
        return known;
      }
    }
    const looked = lookups.map(({ parameter, column }): [string, string] => [parameter, column]);
    return [...new Map([[model.id, key], ...looked])];
  }

  #rendered(name: string, values: readonly Expression[]): Expression {
    const handed = [
      ...this.#fetched.map(({ model }) => `${model.item}=${model.item}`),
      ...this.data.rest.map((parameter) => `${parameter}=${parameter}`),
    ];
    const template = text(`${this.names.templateFolder}/${name}.html`);
    return call('render_template', template, ...values, ...handed);
  }

  #newForm(...values: readonly string[]): Expression {
    const { belongsBy, model } = this.data.item;
    const made = call(model.form.className, ...values);
    // The URL says which parent it is, whatever is sent.
    return belongsBy === undefined ? made : callOn(made, 'without', text(belongsBy));
  }

  #lookup(step: Step): Expression {
    const { model, key, belongsBy, lookups } = step;
    const [only, ...others] = lookups;
    if (only?.column === key && others.length === 0 && belongsBy === undefined) {
      return call('db.get_or_404', model.className, only.parameter);
    }
    const select = call('db.select', model.className);
    return call('db.one_or_404', callOn(select, 'filter_by', ...conditionsOf(step)));
  }
}

/** What the URL says of a record: `id=comment_id`, `recipe_id=recipe_id`. */
function conditionsOf({ belongsBy, lookups }: Step): string[] {
  return [
    ...lookups.map(({ column, parameter }) => `${column}=${parameter}`),
    ...(belongsBy === undefined ? [] : [`${belongsBy}=${belongsBy}`]),
  ];
}
