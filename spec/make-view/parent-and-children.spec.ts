import { ViewProject } from '../support/view-project';

const RECIPE = 'app/templates/recipes/show.html';

describe('The pages of a parent and its children', () => {
  it('lead to each other, and name the parent', async () => {
    const project = await (await ViewProject.with()).make('recipes.comments.index', 'rcm');
    await project.make('recipes.comments.show', 'rc');
    await project.make('recipes.show', 'rc');
    expect(project.read(RECIPE)).toContain(
      `<p><a class="link" href="{{ url_for('recipes.comments.index', recipe_id=recipe.id) }}">All {%`,
    );
    const list = project.read('app/templates/recipes/comments/index.html');
    expect(list).toContain('{% block title %}Comments of Recipe {{ recipe.id }}{% endblock %}');
    expect(list).toContain('<h1>Comments of Recipe {{ recipe.id }}</h1>');
    expect(list).toContain(`  {% if "recipes.show" is endpoint("recipe_id") %}
    <p class="back"><a class="link" href="{{ url_for('recipes.show', recipe_id=recipe.id) }}">Back to the recipe</a></p>
  {% endif %}
`);
    const comment = project.read('app/templates/recipes/comments/show.html');
    expect(comment).toContain(`            {% if "recipes.show" is endpoint("recipe_id") %}
              <a class="link" href="{{ url_for('recipes.show', recipe_id=comment.recipe_id) }}">{{ row.id }}</a>
`);
    expect(project.messages.join()).not.toContain('does not link there');
  });

  it('lead one step back: to the record, or the list, or the parent', async () => {
    const project = await (await ViewProject.with()).make('recipes.comments.create', 'rcm');
    await project.make('recipes.comments.edit', 'rc');
    const back = (name: string): string[] =>
      project
        .read(`app/templates/recipes/comments/${name}.html`)
        .split('\n')
        .filter((line) => /class="back"|{% (el)?if/.test(line));
    const link = (url: string, text: string): string =>
      `    <p class="back"><a class="link" href="{{ url_for('recipes.${url}) }}">${text}</a></p>`;
    expect(back('create')).toEqual([
      '  {% if "recipes.comments.index" is endpoint("recipe_id") %}',
      link("comments.index', recipe_id=recipe.id", 'All comments'),
      '  {% elif "recipes.show" is endpoint("recipe_id") %}',
      link("show', recipe_id=recipe.id", 'Back to the recipe'),
    ]);
    expect(back('edit')).toEqual([
      '  {% if "recipes.comments.show" is endpoint("recipe_id", "comment_id") %}',
      link(
        "comments.show', recipe_id=comment.recipe_id, comment_id=comment.id",
        'Back to the comment',
      ),
      '  {% elif "recipes.comments.index" is endpoint("recipe_id") %}',
      link("comments.index', recipe_id=comment.recipe_id", 'All comments'),
      '  {% elif "recipes.show" is endpoint("recipe_id") %}',
      link("show', recipe_id=comment.recipe_id", 'Back to the recipe'),
    ]);
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
