// Specs: spec/reference.spec.ts
import addFieldSchema from '../add-field/schema.json';
import changeFieldSchema from '../change-field/schema.json';
import makeApiSchema from '../make-api/schema.json';
import makeAuthSchema from '../make-auth/schema.json';
import makeModelSchema from '../make-model/schema.json';
import makeResourceSchema from '../make-resource/schema.json';
import makeViewSchema from '../make-view/schema.json';
import newSchema from '../new/schema.json';
import upgradeSchema from '../upgrade/schema.json';
import removeFieldSchema from '../remove-field/schema.json';
import removeResourceSchema from '../remove-resource/schema.json';
import renameFieldSchema from '../rename-field/schema.json';
import type { CommandText, Words } from './command-line';
import type {
  ChangeFieldFlags,
  RemoveFieldFlags,
  RemoveResourceFlags,
  RenameFieldFlags,
} from './commands/changing';
import type { EjectFlags } from './commands/eject';
import type {
  AddFieldFlags,
  MakeApiFlags,
  MakeAuthFlags,
  MakeModelFlags,
  MakeResourceFlags,
  MakeViewFlags,
  UpgradeFlags,
} from './commands/growing';
import type { InspectFlags } from './commands/inspect';
import type { NewFlags, SetUpFlags } from './commands/new';
import type { UndoFlags } from './commands/undo';

const DRY_RUN: Words = ['--dry-run', 'Show what would be written, but write nothing'];
const MIGRATE: Words = ['--migrate', 'Write a migration for all changed models and apply it'];

/** The flag of a command that changes what exists. */
const FORCE: Words = [
  '--force',
  'Write what can be written, and leave the lines that are in the way to you',
];

const APPLY: Words = ['--migrate', 'Apply the migration that the command writes'];

/** The options of a command that changes an application. */
const GROWING = [MIGRATE, DRY_RUN];

/** The commands, in the order of the help: all that the command line, the help and the reference say of each. */
export const COMMANDS: readonly CommandText[] = [
  {
    name: 'new',
    schema: newSchema,
    typed: { name: '<project_name>' },
    without: ['ci'],
    options: [
      ['--skip-ci', 'Write no workflow for GitHub Actions'],
      [
        '--force',
        'Write into a folder that is not empty: replaces files of the same names, keeps .env and AGENTS.md, deletes nothing',
      ],
      DRY_RUN,
    ],
    examples: ['scaffold new blog', 'scaffold new site --no-db', 'scaffold new .'],
    run: async (invocation, name: string, flags: NewFlags) => {
      const { runNew } = await import('./commands/new');
      await runNew(name, flags, invocation);
    },
  },
  {
    name: 'make:resource',
    schema: makeResourceSchema,
    typed: { name: '<resource>', fields: '[field...]' },
    options: GROWING,
    examples: [
      'scaffold make:resource posts title:string:120 body:text:optional --migrate',
      'scaffold make:resource posts --only=index,show',
      'scaffold make:resource recipes.comments text:string author:references:users',
      'scaffold make:resource admin.users --namespace --dry-run',
    ],
    run: async (invocation, name: string, fields: string[], flags: MakeResourceFlags) => {
      const { runMakeResource } = await growing();
      await runMakeResource(name, fields, flags, invocation);
    },
  },
  {
    name: 'make:view',
    schema: makeViewSchema,
    typed: { name: '<view_name...>' },
    without: ['replaceTemplate'],
    options: [['--force', makeViewSchema.properties.replaceTemplate.description], ...GROWING],
    notes: `
View names:
  about                   The page /about
  posts.archive           The page /posts/archive
  posts.index             An action: index, show, create, store, edit, update or
                          destroy (also called delete)
  recipes.comments.index  An action on the comments of a recipe

Notes:
  -rcm is short for -r -c -m.
  -m also creates missing parent models: Recipe for recipes.comments.index.
  --route, --controller and --model take one view.
  Forms get a field for each column of the model, so add the columns first.`,
    examples: [
      'scaffold make:view about -rc',
      'scaffold make:view posts.index -rcm --migrate',
      'scaffold make:view posts.show posts.create posts.store -rc',
      "scaffold make:view posts.show --route '/posts/<string:slug>' --controller PostController",
      'scaffold make:view recipes.comments.index -rcm --dry-run',
    ],
    run: async (invocation, names: string[], flags: MakeViewFlags) => {
      const { runMakeView } = await growing();
      await runMakeView(names, flags, invocation);
    },
  },
  {
    name: 'make:model',
    schema: makeModelSchema,
    typed: { name: '<model>', fields: '[field...]' },
    options: GROWING,
    examples: [
      'scaffold make:model Post title:string:120 body:text:optional',
      'scaffold make:model Post author:references:users --migrate',
    ],
    run: async (invocation, name: string, fields: string[], flags: MakeModelFlags) => {
      const { runMakeModel } = await growing();
      await runMakeModel(name, fields, flags, invocation);
    },
  },
  {
    name: 'add:field',
    schema: addFieldSchema,
    typed: { name: '<resource>', fields: '<field...>' },
    options: GROWING,
    notes: `
Notes:
  A required field needs default=VALUE: the migration gives it to existing rows.
  What you changed stays. If you changed the lines where a field belongs, the
  file stays, and the report has the lines to add.`,
    examples: [
      'scaffold add:field posts subtitle:string:120:optional --migrate',
      'scaffold add:field posts price:decimal:10:2:default=0 done:boolean --dry-run',
      'scaffold add:field recipes.comments author:references:users:optional',
    ],
    run: async (invocation, name: string, fields: string[], flags: AddFieldFlags) => {
      const { runAddField } = await growing();
      await runAddField(name, fields, flags, invocation);
    },
  },
  {
    name: 'rename:field',
    schema: renameFieldSchema,
    typed: { name: '<resource>', field: '<field:new_name>' },
    without: ['replaceChanged'],
    options: [FORCE, APPLY, DRY_RUN],
    notes: `
Notes:
  Code that certainly means the field gets the new name, also where you wrote it.
  Other lines with the old name are listed: check these.
  The migration renames the column, so every value stays.`,
    examples: [
      'scaffold rename:field posts title:headline --migrate',
      'scaffold rename:field recipes.comments author:writer --dry-run',
    ],
    run: async (invocation, name: string, field: string, flags: RenameFieldFlags) => {
      const { runRenameField } = await changing();
      await runRenameField(name, field, flags, invocation);
    },
  },
  {
    name: 'change:field',
    schema: changeFieldSchema,
    typed: { name: '<resource>', fields: '<field...>' },
    without: ['replaceChanged'],
    options: [FORCE, APPLY, DRY_RUN],
    notes: `
Notes:
  What is not typed stays: name:string:200 keeps an index, name:unique the type.
  no- takes away: no-unique, no-index, no-default, no-min, no-max, no-unlisted.
  Rows that do not fit are found first, and nothing is written. A required field
  whose rows are empty needs default=VALUE.`,
    examples: [
      'scaffold change:field posts title:string:200 --migrate',
      'scaffold change:field posts slug:unique:required:default=none views:bigint:no-max',
      'scaffold change:field posts status:enum:draft:live:archived --dry-run',
    ],
    run: async (invocation, name: string, fields: string[], flags: ChangeFieldFlags) => {
      const { runChangeField } = await changing();
      await runChangeField(name, fields, flags, invocation);
    },
  },
  {
    name: 'remove:field',
    schema: removeFieldSchema,
    typed: { name: '<resource>', fields: '<field...>' },
    without: ['replaceChanged'],
    options: [FORCE, APPLY, DRY_RUN],
    notes: `
Notes:
  If code that stays certainly uses a field, nothing is written, and the message
  names the lines. Other lines with its name are listed: check these.
  A column that holds more than its default needs --delete-data. undo brings back
  files and schema, not values.`,
    examples: [
      'scaffold remove:field posts subtitle --migrate',
      'scaffold remove:field posts subtitle author --delete-data --dry-run',
    ],
    run: async (invocation, name: string, fields: string[], flags: RemoveFieldFlags) => {
      const { runRemoveField } = await changing();
      await runRemoveField(name, fields, flags, invocation);
    },
  },
  {
    name: 'make:api',
    schema: makeApiSchema,
    typed: { name: '<resource>' },
    options: GROWING,
    notes: `
Notes:
  The API has the operations whose actions the resource has. The first one
  begins it: app/api/, /api/docs and /api/openapi.json. With sign-in, it also
  adds tokens to the account page, and a table for them.`,
    examples: ['scaffold make:api posts', 'scaffold make:api recipes.comments --dry-run'],
    run: async (invocation, name: string, flags: MakeApiFlags) => {
      const { runMakeApi } = await growing();
      await runMakeApi(name, flags, invocation);
    },
  },
  {
    name: 'remove:resource',
    schema: removeResourceSchema,
    typed: { name: '<resource>' },
    without: ['replaceChanged'],
    options: [
      ['--force', 'Remove changed files, too, and leave the lines that are in the way to you'],
      APPLY,
      DRY_RUN,
    ],
    notes: `
Notes:
  Files that you changed are listed, and go with --force. If code that stays
  refers to what goes, nothing is written, and the message names the lines.
  A table with rows needs --delete-data. undo brings back files and schema, not
  rows.`,
    examples: [
      'scaffold remove:resource posts --dry-run',
      'scaffold remove:resource recipes.comments --delete-data --migrate',
    ],
    run: async (invocation, name: string, flags: RemoveResourceFlags) => {
      const { runRemoveResource } = await changing();
      await runRemoveResource(name, flags, invocation);
    },
  },
  {
    name: 'make:auth',
    schema: makeAuthSchema,
    without: ['registration'],
    options: [
      ['--no-registration', 'Leave out sign-up: create users with `flask users create`'],
      ...GROWING,
    ],
    examples: [
      'scaffold make:auth --migrate',
      'scaffold make:auth --no-registration --without=events --dry-run',
    ],
    run: async (invocation, flags: MakeAuthFlags) => {
      const { runMakeAuth } = await growing();
      await runMakeAuth(flags, invocation);
    },
  },
  {
    name: 'upgrade',
    schema: upgradeSchema,
    typed: { names: '[name...]' },
    options: [['--check', 'Write nothing, and fail if there is anything to do'], APPLY, DRY_RUN],
    notes: `
Notes:
  Without a name, all that was generated is brought to today's templates, those in
  scaffold_templates/ included. What you changed stays. If you changed the same
  lines, that name stays as it is, and the message has the lines.`,
    examples: [
      'scaffold upgrade --dry-run',
      'scaffold upgrade posts --markers',
      'scaffold upgrade --check',
    ],
    run: async (invocation, names: string[], flags: UpgradeFlags) => {
      const { runUpgrade } = await growing();
      await runUpgrade(names, flags, invocation);
    },
  },
  {
    name: 'undo',
    description: 'Take back what a run of scaffold changed',
    typed: { '[number]': 'The number of the run in --list; without it, the newest one' },
    options: [
      ['--list', 'List the runs, newest first'],
      ['--force', 'Delete what changed since: files, even if code refers to them, and rows'],
      ['--migrate', 'Also take back the migration of the run: downgrades the database'],
      DRY_RUN,
    ],
    notes: `
Notes:
  Your own changes stay. If they are in the way, nothing is written, and the
  message names the lines.
  The last 20 runs are kept, except those of new, setup and undo.`,
    examples: ['scaffold undo', 'scaffold undo --list', 'scaffold undo 3 --dry-run'],
    run: async (invocation, number: string | undefined, flags: UndoFlags) => {
      const { runUndo } = await import('./commands/undo');
      await runUndo(number, flags, invocation);
    },
  },
  {
    name: 'setup',
    description: 'Install and create what an application still lacks',
    options: [['--python <python>', newSchema.properties.python.description]],
    examples: ['scaffold setup'],
    run: async (invocation, flags: SetUpFlags) => {
      const { runSetUp } = await import('./commands/new');
      await runSetUp(flags, invocation);
    },
  },
  {
    name: 'inspect',
    description: 'Show the layout of an application, and where each part of it was found',
    options: [
      ['--write', 'Write the layout to [tool.scaffold] in pyproject.toml, or to scaffold.toml'],
      DRY_RUN,
    ],
    examples: ['scaffold inspect', 'scaffold inspect --write'],
    run: async (invocation, flags: InspectFlags) => {
      const { runInspect } = await import('./commands/inspect');
      await runInspect(flags, invocation);
    },
  },
  {
    name: 'eject',
    description: 'Copy a template into the project, to change what scaffold writes',
    typed: { '[template]': 'The name of the template; without it, all are listed' },
    options: [DRY_RUN],
    notes: `
Notes:
  The copy goes to scaffold_templates/, and every later run uses it. Change it as
  you like; docs/templates.md explains what a template may hold.
  Without a name, the command lists all templates.`,
    examples: ['scaffold eject', 'scaffold eject controllers/index.py'],
    run: async (invocation, template: string | undefined, flags: EjectFlags) => {
      const { runEject } = await import('./commands/eject');
      await runEject(template, flags, invocation);
    },
  },
];

async function growing(): Promise<typeof import('./commands/growing')> {
  await compileParser();
  return import('./commands/growing');
}

async function changing(): Promise<typeof import('./commands/changing')> {
  await compileParser();
  return import('./commands/changing');
}

/** The parser compiles in another thread while the rest loads. Its error reaches whoever awaits it. */
async function compileParser(): Promise<void> {
  const { loadParser } = await import('../python/parser');
  loadParser().catch(() => undefined);
}
