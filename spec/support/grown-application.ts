import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION_NAMES } from '../../src/naming/actions';
import { flaskSucceeds } from './flask';
import { SCAFFOLD, succeed } from './run';
import { shuffled } from './shuffled';

const POST_COLUMNS = `
    title: Mapped[str] = mapped_column(String(120))
    body: Mapped[str | None] = mapped_column(Text)
    is_public: Mapped[bool] = mapped_column(default=False)
`;
const POST_FORM = `from wtforms import BooleanField, StringField, TextAreaField
from wtforms.validators import DataRequired, Length

from app.forms.base import ModelForm, strip


class PostForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired(), Length(max=120)])
    body = TextAreaField(filters=[strip])
    is_public = BooleanField()
`;
const FORM = 'app/forms/post_form.py';

/**
 * Makes the seven views of `posts`, one command each, in an order that the seed decides. The first command makes the model.
 * Then columns are added by hand, and the first page and form are made again.
 */
export async function addPosts(root: string, seed: number): Promise<void> {
  const [first, ...others] = shuffled(ACTION_NAMES, seed);
  await makeView(root, `posts.${first}`, '-rcm');
  addColumns(root, 'post', POST_COLUMNS);
  if (existsSync(join(root, FORM))) {
    writeFileSync(join(root, FORM), POST_FORM);
  }
  if (existsSync(join(root, `app/templates/posts/${first}.html`))) {
    await makeView(root, `posts.${first}`, '--force');
  }
  for (const action of others) {
    await makeView(root, `posts.${action}`, action === 'index' ? '-rcm' : '-rc');
  }
}

/** Makes recipes and their comments: first the views of the comments, then those of the recipes. */
export async function addComments(root: string): Promise<void> {
  await makeView(root, 'recipes.comments.index', '-rcm');
  addColumns(root, 'recipe', '\n    name: Mapped[str] = mapped_column(String(80))\n');
  addColumns(root, 'comment', '\n    text: Mapped[str] = mapped_column(Text)\n');
  await makeView(root, 'recipes.comments.index', '--force');
  for (const action of ACTION_NAMES.filter((each) => each !== 'index')) {
    await makeView(root, `recipes.comments.${action}`, '-rc');
  }
  const parents = ['index', 'create', 'store', 'show', 'destroy'].map((name) => `recipes.${name}`);
  await succeed(process.execPath, [SCAFFOLD, 'make:view', ...parents, '-rc'], { cwd: root });
}

/** Migrates the database to the models. */
export async function migrate(root: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  await flaskSucceeds(root, ['db', 'upgrade'], env);
  await flaskSucceeds(root, ['db', 'migrate', '-m', 'Create what is new'], env);
  await flaskSucceeds(root, ['db', 'upgrade'], env);
}

async function makeView(root: string, ...words: readonly string[]): Promise<void> {
  await succeed(process.execPath, [SCAFFOLD, 'make:view', ...words], { cwd: root });
}

/** Adds columns to a model, below its key. */
function addColumns(root: string, model: string, columns: string): void {
  const file = join(root, `app/models/${model}.py`);
  const key = '    id: Mapped[int] = mapped_column(primary_key=True)';
  const text = readFileSync(file, 'utf8').replace(`${key}\n`, `${key}${columns}`);
  writeFileSync(file, text.replace('from sqlalchemy', 'from sqlalchemy import String, Text\n$&'));
}
