import fc from 'fast-check';
import { UsageError } from '../../src/errors';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { ACTIONS } from '../../src/naming/actions';
import { segmentsOf } from '../../src/naming/segments';
import { viewNames } from '../../src/naming/view-names';
import type { ViewOptions } from '../../src/naming/view-options';

const MODELS = new Set(['User', 'Recipe']);

function names(name: string, options: Omit<ViewOptions, 'name'> = { generateRoute: true }) {
  return viewNames({ name, ...options }, segmentsOf(name), MODELS, DEFAULT_LAYOUT);
}

describe('viewNames', () => {
  it('gives each action its method, URL and template', () => {
    const expected = [
      ['index', 'GET', '/posts', 'posts/index.html'],
      ['show', 'GET', '/posts/<int:post_id>', 'posts/show.html'],
      ['create', 'GET', '/posts/create', 'posts/create.html'],
      ['store', 'POST', '/posts/create', undefined],
      ['edit', 'GET', '/posts/<int:post_id>/edit', 'posts/edit.html'],
      ['update', 'POST', '/posts/<int:post_id>/edit', undefined],
      ['destroy', 'POST', '/posts/<int:post_id>/delete', undefined],
    ];
    const actual = Object.keys(ACTIONS).map((action) => {
      const { route, template } = names(`posts.${action}`);
      return [action, route.method, route.path, template];
    });
    expect(actual).toEqual(expected);
  });

  it('takes delete for destroy', () => {
    expect(names('posts.delete')).toEqual(names('posts.destroy'));
  });

  it('derives every name of a resource', () => {
    const { blueprints, controller, model, title } = names('ShoppingLists.index');
    expect(title).toBe('Shopping lists');
    expect(controller).toEqual({
      className: 'ShoppingListController',
      module: 'app.controllers.shopping_list_controller',
      file: 'app/controllers/shopping_list_controller.py',
    });
    expect(blueprints).toEqual([
      {
        name: 'shopping_lists',
        alias: 'shopping_lists_bp',
        package: 'app.routes.shopping_lists',
        folder: 'app/routes/shopping_lists',
      },
    ]);
    expect(model).toEqual({
      name: 'shopping_list',
      className: 'ShoppingList',
      module: 'app.models.shopping_list',
      file: 'app/models/shopping_list.py',
      table: 'shopping_lists',
      record: 'shopping_list',
      records: 'shopping_lists',
      id: 'shopping_list_id',
      phrase: 'shopping list',
      pluralPhrase: 'shopping lists',
      form: {
        className: 'ShoppingListForm',
        module: 'app.forms.shopping_list_form',
        file: 'app/forms/shopping_list_form.py',
      },
    });
  });

  it('understands one view however it is written', () => {
    for (const name of ['shopping-lists/index', 'Shopping Lists.Index', 'shoppingLists.index']) {
      expect(names(name)).withContext(name).toEqual(names('shopping_lists.index'));
    }
  });

  it('calls a resource by the same names in every action', () => {
    const { action, method, route, template, title, view, ...index } = names('posts.index');
    for (const other of Object.keys(ACTIONS)) {
      expect(names(`posts.${other}`)).toEqual(jasmine.objectContaining(index));
    }
    expect([action, method, route.endpoint, template, title, view]).toEqual([
      'index',
      'index',
      'index',
      'posts/index.html',
      'Posts',
      'posts.index',
    ]);
  });

  it('keeps the number of a folder in the URL, and makes controller and model singular', () => {
    const { action, controller, model, route, title } = names('blog.about_us');
    expect(action).toBeUndefined();
    expect([route.path, controller.className, model?.className, title]).toEqual([
      '/blog/about-us',
      'BlogController',
      'Blog',
      'About us',
    ]);
  });

  describe('of the main controller', () => {
    const cases = [
      ['about', 'about.html', '/about', 'about'],
      ['mains.about', 'mains/about.html', '/about', 'about'],
      ['contact_us', 'contact_us.html', '/contact-us', 'contact_us'],
      ['index', 'mains/index.html', '/', 'index'],
      ['mains.index', 'mains/index.html', '/', 'index'],
      ['destroy', 'destroy.html', '/destroy', 'destroy'],
      ['mains.legal.terms', 'mains/legal/terms.html', '/legal/terms', 'legal_terms'],
    ] as const;
    for (const [name, template, path, method] of cases) {
      it(`makes a page of ${name}`, () => {
        const view = names(name);
        expect([view.action, view.template, view.route.path, view.method]).toEqual([
          undefined,
          template,
          path,
          method,
        ]);
        expect(view.controller.className).toBe('MainController');
        expect(view.blueprints[0].package).toBe('app.routes.mains');
        expect(view.model).toBeUndefined();
      });
    }

    it('has no model of its own', () => {
      expect(() => names('about', { generateModel: true })).toThrowError(
        UsageError,
        /--model Post/,
      );
      expect(names('about', { model: 'Fact' }).model?.className).toBe('Fact');
    });
  });

  describe('below other folders', () => {
    it('belongs to an existing model', () => {
      const { blueprints, controller, parents, route } = names('recipes.comments.show');
      expect(route.path).toBe('/recipes/<int:recipe_id>/comments/<int:comment_id>');
      expect(controller.className).toBe('RecipeCommentController');
      expect(parents.map(({ className }) => className)).toEqual(['Recipe']);
      expect(blueprints.map(({ folder, alias }) => [folder, alias])).toEqual([
        ['app/routes/recipes', 'recipes_bp'],
        ['app/routes/recipes/comments', 'comments_bp'],
      ]);
    });

    it('makes the models of leading plurals with its own', () => {
      const { parents, route } = names('shops.admin.orders.items.index', { generateModel: true });
      expect(parents.map(({ className }) => className)).toEqual(['Shop', 'Order']);
      expect(route.path).toBe('/shops/<int:shop_id>/admin/orders/<int:order_id>/items');
    });

    it('is in a namespace otherwise', () => {
      for (const view of [
        names('admin.posts.show', { generateModel: true }),
        names('admin.posts.show', { model: 'Post' }),
      ]) {
        expect(view.parents).toEqual([]);
        expect(view.route.path).toBe('/admin/posts/<int:post_id>');
        expect(view.controller.className).toBe('AdminPostController');
      }
      const shops = names('shops.items.index', { generateModel: true, namespace: true });
      expect(shops.route.path).toBe('/shops/items');
      expect(names('shops.items.index').route.path).toBe('/shops/items');
    });

    it('cannot belong to itself', () => {
      expect(() => names('recipes.recipes.show')).toThrowError(UsageError, /belong to itself/);
      expect(names('recipes.recipes.show', { model: 'Variant' }).model?.id).toBe('variant_id');
    });
  });

  it('does not call the form of a model after what it extends', () => {
    expect(names('models.create').model?.form.className).toBe('ModelForm_');
  });

  it('keeps out of the way of names that are taken', () => {
    expect(names('classes.show').model).toEqual(
      jasmine.objectContaining({
        className: 'Class',
        file: 'app/models/class_.py',
        record: 'class_',
        id: 'class_id',
      }),
    );
    expect(names('exceptions.show').model?.className).toBe('Exception_');
    expect(names('news.index').model).toEqual(
      jasmine.objectContaining({ record: 'news', records: 'news_list' }),
    );
    expect(names('requests.index').model?.record).toBe('request_');
    expect(names('navigations.index').model?.record).toBe('navigation_');
    expect(names('decimals.index').model?.className).toBe('Decimal_');
    expect(names('strings.index').model?.className).toBe('String_');
    expect(names('texts.index').model?.className).toBe('Text_');
    expect(names('selects.index').model?.className).toBe('Select_');
    expect(names('forms.index').model).toEqual(
      jasmine.objectContaining({ record: 'form_', records: 'forms', table: 'forms' }),
    );
    expect(names('posts.list')).toEqual(jasmine.objectContaining({ method: 'list_page' }));
    expect(names('posts.bp').route).toEqual(
      jasmine.objectContaining({ function: 'bp_page', endpoint: 'bp', path: '/posts/bp' }),
    );
    expect(names('posts.routes.index').blueprints[1]).toEqual(
      jasmine.objectContaining({ name: 'routes', package: 'app.routes.posts.routes_' }),
    );
  });

  it('takes every derived name from --model', () => {
    const { blueprints, controller, model, route, template } = names('posts.edit', {
      model: 'BlogEntry',
    });
    expect(model?.form.file).toBe('app/forms/blog_entry_form.py');
    expect(model?.table).toBe('blog_entries');
    expect(route.path).toBe('/posts/<int:blog_entry_id>/edit');
    expect(controller.className).toBe('BlogEntryController');
    expect([blueprints[0].name, template]).toEqual(['posts', 'posts/edit.html']);
  });

  it('takes the class and the file of the controller from --controller', () => {
    expect(names('posts.show', { controller: 'BlogController' }).controller.file).toBe(
      'app/controllers/blog_controller.py',
    );
    expect(names('posts.show', { controller: 'Blog' }).controller).toEqual({
      className: 'Blog',
      module: 'app.controllers.blog_controller',
      file: 'app/controllers/blog_controller.py',
    });
    expect(() => names('posts.show', { controller: 'Post' })).toThrowError(UsageError, /Post/);
  });

  it('takes the URL from --route, and the method from the action', () => {
    const { route } = names('posts.update', { route: '/articles/<string:slug>' });
    expect([route.method, route.path, route.parameters]).toEqual([
      'POST',
      '/articles/<string:slug>',
      [{ name: 'slug', converter: 'string', type: 'str' }],
    ]);
  });

  it('refuses a URL that it has made of the name, and says how to name another', () => {
    expect(() =>
      viewNames(
        { name: 'posts.post_ids.index' },
        ['posts', 'post_ids', 'index'],
        new Set(['Post']),
        DEFAULT_LAYOUT,
      ),
    ).toThrowError(
      UsageError,
      'The URL "/posts/<int:post_id>/post-ids", made from the name, is invalid: ' +
        'the generated files use the name of its parameter post_id. Give another one with --route.',
    );
  });

  it('refuses a parameter that the generated files have a variable for', () => {
    for (const name of ['post', 'posts', 'query', 'form']) {
      expect(() => names('posts.show', { route: `/posts/<string:${name}>` })).toThrowError(
        UsageError,
        new RegExp(`the name of its parameter ${name}\\.`),
      );
    }
    expect(names('queries.show').model?.record).toBe('query_');
  });

  it('refuses an action without a template where there is nothing else to make', () => {
    for (const name of ['posts.store', 'posts.update', 'posts.destroy', 'posts.delete']) {
      expect(() => names(name, {})).toThrowError(UsageError, /-r/);
      expect(names(name, { controller: 'PostController' }).template).toBeUndefined();
    }
  });

  it('makes names that Python and the file system accept of every name that it accepts', () => {
    const part = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_ -]{0,12}$/);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (parts, generateModel) => {
          const name = parts.join('.');
          const view = accepted(() => names(name, { generateRoute: true, generateModel }));
          fc.pre(view !== undefined);
          const { controller, model, parents, route } = view;
          const identifiers = [view.method, route.function, controller.className].concat(
            [...parents, ...(model ? [model] : [])].flatMap((each) => {
              return [each.className, each.record, each.records, each.id, each.form.className];
            }),
            view.blueprints.flatMap(({ alias, package: module }) => [alias, ...module.split('.')]),
          );
          for (const identifier of identifiers) {
            expect(identifier).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
          }
          expect(route.path).toMatch(/^\/([a-z0-9/<>:_-]*[a-z0-9>])?$/);
          expect(names(view.view, { generateRoute: true, generateModel })).toEqual(view);
        },
      ),
    );
  });
});

/** What is returned, or undefined where a name is refused in words. */
function accepted<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return undefined;
  }
}
