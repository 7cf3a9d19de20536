import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT } from '../../src/layout';
import { modelOfFolder } from '../../src/naming/class-names';
import { columnsIn } from '../../src/project/columns';
import { classesOf } from '../../src/python/queries';
import { PythonSource } from '../../src/python/source';
import { addModel, withChildren } from '../../src/rules/model';
import { type Belonging, belongingOf } from '../../src/view/belonging';
import { Templates } from '../../src/templates/templates';
import { expectEditsIn } from '../python/diff';
import { projectIn } from '../support/project-in';
import { makeParts } from './make-parts';

const RECIPE = `class Recipe(db.Model):
    __tablename__ = "recipes"

    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(20))
`;

/** The project with a model of comments, which belong to recipes of this kind. */
async function make(recipe: string): Promise<Tree> {
  const tree = Tree.empty();
  tree.create('app/__init__.py', '');
  tree.create('app/extensions.py', 'db = SQLAlchemy()\n');
  tree.create('app/models/__init__.py', '');
  tree.create('app/models/recipe.py', recipe);
  const view = { name: 'recipes.comments.index', generateModel: true };
  await makeParts(tree, view, [addModel]);
  return tree;
}

describe('A relationship', () => {
  const keys: Record<string, [key: string, line: string]> = {
    'of another name': [
      'number = db.Column(db.Integer, primary_key=True)',
      'recipe_id: Mapped[int] = mapped_column(\n        ForeignKey("recipes.number", ',
    ],
    'that the database calls otherwise': [
      'id = db.Column("recipe_number", db.Integer, primary_key=True)',
      'recipe_id: Mapped[int] = mapped_column(\n        ForeignKey("recipes.recipe_number", ',
    ],
    'of text': [
      'slug: Mapped[str] = mapped_column(db.String(20), primary_key=True)',
      'recipe_id: Mapped[str] = mapped_column(\n        ForeignKey("recipes.slug", ',
    ],
    'of a UUID': [
      'id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)',
      'recipe_id: Mapped[UUID] = mapped_column(\n        ForeignKey("recipes.id", ',
    ],
    'of a type that is not known': [
      'id: Mapped[Ulid] = mapped_column(primary_key=True)',
      'recipe_id = mapped_column(\n        ForeignKey("recipes.id", ondelete="CASCADE"), nullable=False, index=True\n',
    ],
  };
  for (const [title, [key, line]] of Object.entries(keys)) {
    it(`refers to the key of a parent, one ${title}`, async () => {
      const parent = RECIPE.replace('id = db.Column(db.Integer, primary_key=True)', key);
      const text = (await make(parent)).readText('app/models/comment.py');
      expect(text).toContain(line);
      expect(text.includes('from uuid import UUID')).toBe(title === 'of a UUID');
    });
  }

  it('makes a child of a parent with a key of several columns without one', async () => {
    const parent = RECIPE.replace('name = db.Column(', 'part = db.Column(primary_key=True, type_=');
    const tree = await make(parent);
    expect(tree.readText('app/models/comment.py')).not.toContain('recipe');
    expect(tree.readText('app/models/recipe.py')).toBe(parent);
  });
});

/** How comments, or what else is in a folder, belong to the first class of a file. */
async function belongingIn(source: PythonSource, folder: string): Promise<Belonging | undefined> {
  const [definition] = classesOf(source);
  if (definition === undefined) {
    return undefined;
  }
  const place = { source, definition };
  const tree = Tree.empty();
  tree.create('app/__init__.py', '');
  const columns = await columnsIn(projectIn(tree), place);
  const [child, parent] = [folder, 'recipes'].map((each) => modelOfFolder(each, DEFAULT_LAYOUT));
  return child && parent && belongingOf(child, parent, place, columns);
}

describe('withChildren', () => {
  expectEditsIn(join(__dirname, 'relationship'), async (text, folder) => {
    const templates = await Templates.load();
    const source = await PythonSource.parse('app/models/recipe.py', text);
    const belonging = await belongingIn(source, folder);
    const edited = belonging ? withChildren(source, belonging, templates) : source;
    expect(belonging && withChildren(edited, belonging, templates)).toBe(edited);
    return edited.toString();
  });
});
