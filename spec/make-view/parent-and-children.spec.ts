import { ViewProject } from '../support/view-project';

const RECIPE = 'app/templates/recipes/show.html';

describe('The pages of a parent and its children', () => {
  it('lead to each other, and say which parent it is', async () => {
    const project = await (await ViewProject.with()).make('recipes.comments.index', 'rcm');
    await project.make('recipes.comments.show', 'rc');
    await project.make('recipes.show', 'rc');
    expect(project.read(RECIPE))
      .toContain(`  {% if "recipes.comments.index" is endpoint("recipe_id") %}
    <p><a class="link" href="{{ url_for('recipes.comments.index', recipe_id=recipe.id) }}">Comments</a></p>
  {% endif %}
`);
    const list = project.read('app/templates/recipes/comments/index.html');
    expect(list).toContain('{% block title %}Comments of Recipe {{ recipe.id }}{% endblock %}');
    expect(list).toContain('<h1>Comments of Recipe {{ recipe.id }}</h1>');
    expect(list).toContain(`  {% if "recipes.show" is endpoint("recipe_id") %}
    <p class="back"><a class="link" href="{{ url_for('recipes.show', recipe_id=recipe.id) }}">Back to the recipe</a></p>
  {% endif %}
`);
    const comment = project.read('app/templates/recipes/comments/show.html');
    expect(comment).toContain(`        {% if "recipes.show" is endpoint("recipe_id") %}
          <a class="link" href="{{ url_for('recipes.show', recipe_id=comment.recipe_id) }}">{{ comment.recipe.id }}</a>
`);
    expect(project.messages.join()).not.toContain('does not link there');
  });

  it('say how to lead to a list that is made after the page of its parent', async () => {
    const project = await (await ViewProject.with()).make('recipes.show', 'rcm');
    await project.make('recipes.comments.index', 'rcm');
    expect(project.messages).toContain(
      `info ${RECIPE} does not link there. To link it:\n` +
        `  <a class="link" href="{{ url_for('recipes.comments.index', recipe_id=recipe.id) }}">Comments</a>`,
    );
  });
});
