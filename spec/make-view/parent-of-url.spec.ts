import { ViewProject } from '../support/view-project';

const FORM = 'app/forms/comment_form.py';
const CONTROLLER = 'app/controllers/recipe_comment_controller.py';

/** Recipes, and comments that name theirs in a column of a person's own. */
async function commentsOfRecipes(): Promise<ViewProject> {
  const made = await (await ViewProject.with()).make('recipes.comments.index', 'rcm');
  const models = Object.entries(made.changes).filter(([path]) => path.startsWith('app/models/'));
  return ViewProject.with(Object.fromEntries(models));
}

describe('The parent in the URL', () => {
  it('wins over a field of the form, which was made without a parent', async () => {
    const project = await commentsOfRecipes();
    await project.make('comments.create', 'rc');
    expect(project.read(FORM)).toContain('recipe_id = RowField(');
    for (const action of ['create', 'store', 'edit', 'update']) {
      await project.make(`recipes.comments.${action}`, 'rc');
    }
    const controller = project.read(CONTROLLER);
    const forms = [...controller.matchAll(/CommentForm\((.*?)\)(\.without\(.*?\))?/g)];
    expect(forms.map(([, values, after]) => [values, after])).toEqual([
      ['', '.without("recipe_id")'],
      ['', '.without("recipe_id")'],
      ['obj=comment', '.without("recipe_id")'],
      ['obj=comment', '.without("recipe_id")'],
    ]);
    expect(project.warnings).toEqual([]);
  });

  it('has no field: a page without a parent gives the lines to add to the form', async () => {
    const project = await commentsOfRecipes();
    await project.make('recipes.comments.create', 'rc');
    const form = project.read(FORM);
    expect(form).not.toContain('recipe_id');
    await project.make('comments.create', 'rc');
    expect(project.read(FORM)).toBe(form);
    expect(project.warnings).toEqual([
      `warn ${FORM} stays as it is: CommentForm has no field for recipe_id. Add to it:
    from wtforms.validators import InputRequired

    from app.forms.fields import RowField
    from app.models.recipe import Recipe

    recipe_id = RowField(
        "Recipe", key=Recipe.id, label=Recipe.id, validators=[InputRequired()]
    )`,
    ]);
  });

  it('is no field of a form whose model has no key of it', async () => {
    const project = await (await ViewProject.with()).make('recipes.index', 'rcm');
    await project.make('comments.index', 'rcm');
    await project.make('recipes.comments.create', 'rc');
    expect(project.read(CONTROLLER)).toContain('form=CommentForm()');
  });
});
