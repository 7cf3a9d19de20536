import { UsageError } from '../../src/errors';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { ACTION_NAMES } from '../../src/naming/actions';
import {
  actionsOf,
  type ResourceNames,
  resourceNames,
  type ResourceOptions,
} from '../../src/naming/resource-names';

function namesOf(
  name: string,
  options: Omit<ResourceOptions, 'name'> = {},
  converter = 'int',
): ResourceNames {
  return resourceNames({ name, ...options }, new Set(['Recipe']), converter, DEFAULT_LAYOUT);
}

function urlsOf(...args: Parameters<typeof namesOf>): string[] {
  return namesOf(...args).views.map(({ names: { route } }) => `${route.method} ${route.path}`);
}

describe('resourceNames', () => {
  it('has a view for each action', () => {
    const { name, model, views } = namesOf('ShoppingLists');
    expect(name).toBe('shopping_lists');
    expect(model.className).toBe('ShoppingList');
    expect(views.map(({ names }) => names.view)).toEqual(
      ACTION_NAMES.map((action) => `shopping_lists.${action}`),
    );
  });

  it('puts all URLs below that of the list', () => {
    const only = 'index,edit,store';
    expect(urlsOf('posts', { only })).toEqual([
      'GET /posts',
      'POST /posts/create',
      'GET /posts/<int:post_id>/edit',
    ]);
    expect(urlsOf('posts', { only, route: '/blog/' })).toEqual([
      'GET /blog',
      'POST /blog/create',
      'GET /blog/<int:post_id>/edit',
    ]);
    expect(urlsOf('posts', { only, route: '/' })).toEqual([
      'GET /',
      'POST /create',
      'GET /<int:post_id>/edit',
    ]);
  });

  it('finds a record by its key, whatever that is', () => {
    expect(urlsOf('tags', { only: 'show' }, 'string')).toEqual(['GET /tags/<string:tag_id>']);
  });

  it('nests in a model and in a namespace', () => {
    expect(urlsOf('recipes.comments', { only: 'show' })).toEqual([
      'GET /recipes/<int:recipe_id>/comments/<int:comment_id>',
    ]);
    expect(urlsOf('admin.comments', { only: 'index' })).toEqual(['GET /admin/comments']);
    const { model, views } = namesOf('admin.people', {
      model: 'User',
      controller: 'StaffController',
    });
    expect(model.className).toBe('User');
    expect(views[0].names.controller.className).toBe('StaffController');
  });

  for (const [name, reason] of [
    ['', /empty.*a folder/],
    ['posts.index', /make:resource posts --only=index, or make:view posts\.index\?/],
    ['mains', /have no model/],
    ['mains.posts', /have no model/],
    ['main', /MainController shows the pages in mains\. Choose another name/],
    ['/posts', /cannot name a resource: .*Did you mean posts/],
    ['pösts', /ASCII/],
  ] as const) {
    it(`refuses ${JSON.stringify(name)}`, () => {
      expect(() => namesOf(name)).toThrowError(UsageError, reason);
    });
  }

  it('refuses a URL that Flask cannot serve', () => {
    expect(() => namesOf('posts', { route: 'blog' })).toThrowError(UsageError, /--route "blog"/);
  });
});

describe('actionsOf', () => {
  it('has all actions if none is named', () => {
    expect(actionsOf(undefined)).toEqual([...ACTION_NAMES]);
    expect(actionsOf([])).toEqual([...ACTION_NAMES]);
  });

  it('takes a list, commas and spaces, in any order', () => {
    expect(actionsOf(['show', 'index'])).toEqual(['index', 'show']);
    expect(actionsOf('show, index delete')).toEqual(['index', 'show', 'destroy']);
    expect(actionsOf(['show,index', 'show'])).toEqual(['index', 'show']);
  });

  it('names the nearest action, or all', () => {
    expect(() => actionsOf('indx')).toThrowError(UsageError, /did you mean index\?/);
    expect(() => actionsOf('publish')).toThrowError(
      UsageError,
      /they are index, show, .* and destroy/,
    );
    expect(() => actionsOf('')).toThrowError(UsageError, /--only is empty/);
  });
});
