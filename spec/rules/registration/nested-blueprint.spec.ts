import { PythonSource } from '../../../src/python/source';
import { nestBlueprint } from '../../../src/rules/registration/nested-blueprint';

const COMMENTS = { package: 'app.routes.recipes.comments', variable: 'bp', alias: 'comments_bp' };

async function nest(...lines: string[]): Promise<string> {
  const source = await PythonSource.parse('app/routes/recipes/__init__.py', lines.join('\n'));
  const nested = nestBlueprint(source, 'bp', COMMENTS);
  expect(nestBlueprint(nested, 'bp', COMMENTS)).toBe(nested);
  return nested.toString();
}

describe('nestBlueprint', () => {
  it('registers the first below the imports', async () => {
    expect(await nest('from app.routes.recipes.routes import bp', '', '__all__ = ["bp"]', '')).toBe(
      [
        'from app.routes.recipes.comments import bp as comments_bp',
        'from app.routes.recipes.routes import bp',
        '',
        'bp.register_blueprint(comments_bp)',
        '',
        '__all__ = ["bp"]',
        '',
      ].join('\n'),
    );
  });

  it('leaves what registers it by the name of the parameter', async () => {
    const lines = [
      'from .comments import bp as comments_bp',
      'from .routes import bp',
      'bp.register_blueprint(blueprint=comments_bp)',
    ];
    expect(await nest(...lines)).toBe(lines.join('\n'));
  });

  it('registers the next behind the last', async () => {
    expect(
      await nest(
        'from .likes import bp as likes_bp',
        'from .routes import bp',
        'bp.register_blueprint(likes_bp)',
      ),
    ).toBe(
      [
        'from .comments import bp as comments_bp',
        'from .likes import bp as likes_bp',
        'from .routes import bp',
        'bp.register_blueprint(likes_bp)',
        'bp.register_blueprint(comments_bp)',
      ].join('\n'),
    );
  });

  it('registers below a blueprint that is made there', async () => {
    expect(
      await nest('from flask import Blueprint', 'bp = Blueprint("recipes", __name__)', 'x = 1'),
    ).toContain('bp = Blueprint("recipes", __name__)\n\nbp.register_blueprint(comments_bp)\nx = 1');
  });

  it('leaves one that is registered', async () => {
    const text =
      'from . import comments\nfrom .routes import bp\nbp.register_blueprint(comments.bp)';
    expect(await nest(text)).toBe(text);
  });
});
