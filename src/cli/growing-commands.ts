// Specs: spec/reference.spec.ts
import type { Command } from 'commander';
import addFieldSchema from '../add-field/schema.json';
import makeAuthSchema from '../make-auth/schema.json';
import makeModelSchema from '../make-model/schema.json';
import makeResourceSchema from '../make-resource/schema.json';
import makeViewSchema from '../make-view/schema.json';
import { baseCommand, DRY_RUN, type ExampleCommand, MIGRATE, VERBOSE } from './base-command';
import type { AddFieldFlags } from './commands/add-field';
import type { MakeAuthFlags } from './commands/make-auth';
import type { MakeModelFlags } from './commands/make-model';
import type { MakeResourceFlags } from './commands/make-resource';
import type { MakeViewFlags } from './commands/make-view';
import type { Invocation } from './invocation';
import { addSchemaOptions, type Schema } from './schema-options';

const ABOUT_VIEWS = `
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
  Forms get a field for each column of the model, so add the columns first.`;

const ABOUT_ADDING = `
Notes:
  A required field needs default=VALUE: the migration gives it to existing rows.
  What you changed stays. If you changed the lines where a field belongs, the
  file stays, and the report has the lines to add.`;

/** `scaffold make:view` */
export function makeViewCommand(invocation: Invocation): Command {
  const { name, replaceTemplate } = makeViewSchema.properties;
  const force: Option = ['--force', replaceTemplate.description];
  return growing('make:view', makeViewSchema, invocation, ['replaceTemplate'], force)
    .argument('<view_name...>', name.description)
    .addHelpText('after', ABOUT_VIEWS)
    .examples(
      'scaffold make:view about -rc',
      'scaffold make:view posts.index -rcm --migrate',
      'scaffold make:view posts.show posts.create posts.store -rc',
      "scaffold make:view posts.show --route '/posts/<string:slug>' --controller PostController",
      'scaffold make:view recipes.comments.index -rcm --dry-run',
    )
    .action(async (names: string[], flags: MakeViewFlags) => {
      await startParser();
      const { runMakeView } = await import('./commands/make-view');
      await runMakeView(names, flags, invocation);
    });
}

/** `scaffold make:resource` */
export function makeResourceCommand(invocation: Invocation): Command {
  const { fields, name } = makeResourceSchema.properties;
  return growing('make:resource', makeResourceSchema, invocation, ['fields'])
    .argument('<name>', name.description)
    .argument('[field...]', fields.description)
    .examples(
      'scaffold make:resource posts title:string:120 body:text:optional --migrate',
      'scaffold make:resource posts --only=index,show',
      'scaffold make:resource recipes.comments text:string author:references:users',
      'scaffold make:resource admin.users --namespace --dry-run',
    )
    .action(async (typed: string, words: string[], flags: MakeResourceFlags) => {
      await startParser();
      const { runMakeResource } = await import('./commands/make-resource');
      await runMakeResource(typed, words, flags, invocation);
    });
}

/** `scaffold make:model` */
export function makeModelCommand(invocation: Invocation): Command {
  const { fields, name } = makeModelSchema.properties;
  return growing('make:model', makeModelSchema, invocation, ['fields'])
    .argument('<name>', name.description)
    .argument('[field...]', fields.description)
    .examples(
      'scaffold make:model Post title:string:120 body:text:optional',
      'scaffold make:model Post author:references:users --migrate',
    )
    .action(async (typed: string, words: string[], flags: MakeModelFlags) => {
      await startParser();
      const { runMakeModel } = await import('./commands/make-model');
      await runMakeModel(typed, words, flags, invocation);
    });
}

/** `scaffold add:field` */
export function addFieldCommand(invocation: Invocation): Command {
  const { fields, name } = addFieldSchema.properties;
  return growing('add:field', addFieldSchema, invocation, ['fields'])
    .argument('<name>', name.description)
    .argument('<field...>', fields.description)
    .addHelpText('after', ABOUT_ADDING)
    .examples(
      'scaffold add:field posts subtitle:string:120:optional --migrate',
      'scaffold add:field posts price:decimal:10:2:default=0 done:boolean --dry-run',
      'scaffold add:field recipes.comments author:references:users:optional',
    )
    .action(async (typed: string, words: string[], flags: AddFieldFlags) => {
      await startParser();
      const { runAddField } = await import('./commands/add-field');
      await runAddField(typed, words, flags, invocation);
    });
}

/** `scaffold make:auth` */
export function makeAuthCommand(invocation: Invocation): Command {
  const closed: Option = [
    '--no-registration',
    'Leave out sign-up: create users with `flask users create`',
  ];
  return growing('make:auth', makeAuthSchema, invocation, ['registration'], closed)
    .examples('scaffold make:auth --migrate', 'scaffold make:auth --no-registration --dry-run')
    .action(async (flags: MakeAuthFlags) => {
      const { runMakeAuth } = await import('./commands/make-auth');
      await runMakeAuth(flags, invocation);
    });
}

type Option = readonly [flags: string, description: string];

/**
 * A command that changes an application, with the options of its schematic and those that all such commands have.
 *
 * @param without Options of the schematic that the command takes without an option, or has under another name.
 * @param own Options of its own.
 */
function growing(
  name: string,
  schema: Schema,
  { terminal }: Invocation,
  without: readonly string[],
  ...own: readonly Option[]
): ExampleCommand {
  const command = addSchemaOptions(
    baseCommand(name, schema.description, terminal),
    schema,
    without,
  );
  return [...own, MIGRATE, DRY_RUN, VERBOSE].reduce(
    (before, option) => before.option(...option),
    command,
  );
}

/** The parser compiles in another thread while the rest loads. Its error reaches whoever awaits it. */
async function startParser(): Promise<void> {
  const { loadParser } = await import('../python/parser');
  loadParser().catch(() => undefined);
}
