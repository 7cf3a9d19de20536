// Specs: spec/reference.spec.ts
import type { Command } from 'commander';
import addFieldSchema from '../add-field/schema.json';
import makeAuthSchema from '../make-auth/schema.json';
import makeModelSchema from '../make-model/schema.json';
import makeResourceSchema from '../make-resource/schema.json';
import makeViewSchema from '../make-view/schema.json';
import { baseCommand, DRY_RUN, examples, type Invocation, MIGRATE, VERBOSE } from './base-command';
import type { AddFieldFlags } from './commands/add-field';
import type { MakeAuthFlags } from './commands/make-auth';
import type { MakeModelFlags } from './commands/make-model';
import type { MakeResourceFlags } from './commands/make-resource';
import type { MakeViewFlags } from './commands/make-view';
import { addSchemaOptions } from './schema-options';

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

/** `scaffold make:view` */
export function makeViewCommand({ words, terminal, signal }: Invocation): Command {
  const { description, properties } = makeViewSchema;
  // The command runs in the folder of the application, and calls the other one --force.
  const without = ['projectPath', 'replaceTemplate'];
  return addSchemaOptions(baseCommand('make:view', description, terminal), makeViewSchema, without)
    .argument('<view_name...>', properties.name.description)
    .option('--force', properties.replaceTemplate.description)
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', ABOUT_VIEWS)
    .addHelpText(
      'after',
      examples(
        'scaffold make:view about -rc',
        'scaffold make:view posts.index -rcm --migrate',
        'scaffold make:view posts.show posts.create posts.store -rc',
        "scaffold make:view posts.show --route '/posts/<string:slug>' --controller PostController",
        'scaffold make:view recipes.comments.index -rcm --dry-run',
      ),
    )
    .action(async (names: string[], flags: MakeViewFlags) => {
      await startParser();
      const { runMakeView } = await import('./commands/make-view');
      await runMakeView(names, flags, words, terminal, signal);
    });
}

/** `scaffold make:resource` */
export function makeResourceCommand({ words, terminal, signal }: Invocation): Command {
  const { description, properties } = makeResourceSchema;
  // The command runs in the folder of the application, and takes the fields without an option.
  const without = ['fields', 'projectPath'];
  return addSchemaOptions(
    baseCommand('make:resource', description, terminal),
    makeResourceSchema,
    without,
  )
    .argument('<name>', properties.name.description)
    .argument('[field...]', properties.fields.description)
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText(
      'after',
      examples(
        'scaffold make:resource posts title:string:120 body:text:optional --migrate',
        'scaffold make:resource posts --only=index,show',
        'scaffold make:resource recipes.comments text:string author:references:users',
        'scaffold make:resource admin.users --namespace --dry-run',
      ),
    )
    .action(async (name: string, fields: string[], flags: MakeResourceFlags) => {
      await startParser();
      const { runMakeResource } = await import('./commands/make-resource');
      await runMakeResource(name, fields, flags, words, terminal, signal);
    });
}

/** `scaffold make:model` */
export function makeModelCommand({ words, terminal, signal }: Invocation): Command {
  const { description, properties } = makeModelSchema;
  const without = ['fields', 'projectPath'];
  return addSchemaOptions(
    baseCommand('make:model', description, terminal),
    makeModelSchema,
    without,
  )
    .argument('<name>', properties.name.description)
    .argument('[field...]', properties.fields.description)
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText(
      'after',
      examples(
        'scaffold make:model Post title:string:120 body:text:optional',
        'scaffold make:model Post author:references:users --migrate',
      ),
    )
    .action(async (name: string, fields: string[], flags: MakeModelFlags) => {
      await startParser();
      const { runMakeModel } = await import('./commands/make-model');
      await runMakeModel(name, fields, flags, words, terminal, signal);
    });
}

const ABOUT_ADDING = `
Notes:
  A required field needs default=VALUE: the migration gives it to existing rows.
  What you changed stays. If you changed the lines where a field belongs, the
  file stays, and the report has the lines to add.`;

/** `scaffold add:field` */
export function addFieldCommand({ words, terminal, signal }: Invocation): Command {
  const { description, properties } = addFieldSchema;
  const without = ['fields', 'projectPath'];
  return addSchemaOptions(baseCommand('add:field', description, terminal), addFieldSchema, without)
    .argument('<name>', properties.name.description)
    .argument('<field...>', properties.fields.description)
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText('after', ABOUT_ADDING)
    .addHelpText(
      'after',
      examples(
        'scaffold add:field posts subtitle:string:120:optional --migrate',
        'scaffold add:field posts price:decimal:10:2:default=0 done:boolean --dry-run',
        'scaffold add:field recipes.comments author:references:users:optional',
      ),
    )
    .action(async (name: string, fields: string[], flags: AddFieldFlags) => {
      await startParser();
      const { runAddField } = await import('./commands/add-field');
      await runAddField(name, fields, flags, words, terminal, signal);
    });
}

/** `scaffold make:auth` */
export function makeAuthCommand({ words, terminal, signal }: Invocation): Command {
  return baseCommand('make:auth', makeAuthSchema.description, terminal)
    .option('--no-registration', 'Let nobody sign up: users come from `flask users create`')
    .option(...MIGRATE)
    .option(...DRY_RUN)
    .option(...VERBOSE)
    .addHelpText(
      'after',
      examples('scaffold make:auth --migrate', 'scaffold make:auth --no-registration --dry-run'),
    )
    .action(async (flags: MakeAuthFlags) => {
      const { runMakeAuth } = await import('./commands/make-auth');
      await runMakeAuth(flags, words, terminal, signal);
    });
}

/** The parser compiles in another thread while the rest loads. Its error reaches whoever awaits it. */
async function startParser(): Promise<void> {
  const { loadParser } = await import('../python/parser');
  loadParser().catch(() => undefined);
}
