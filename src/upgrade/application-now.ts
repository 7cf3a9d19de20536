// Specs: spec/upgrade/application.spec.ts
import { callRule, type Rule, type SchematicContext, Tree } from '@angular-devkit/schematics';
import { stageManifest } from '../edit';
import { DEFAULT_LAYOUT, initOf } from '../layout';
import { makeAuth } from '../make-auth';
import { Changes } from '../manifest/changes';
import {
  isWhole,
  type Lines,
  linesOf,
  type Manifest,
  manifestPath,
  NO_FILES,
  parsed,
} from '../manifest/format';
import { appName } from '../naming/app-name';
import { applicationFiles } from '../new/application-files';
import { PACKAGE_MANAGERS } from '../project/package-manager';
import type { Blueprint } from '../project/blueprints';
import { Project } from '../project/project';
import { blueprintOf, callsToRegister } from '../project/register-calls';
import { importsOf } from '../python/imports';
import { PythonSource } from '../python/source';
import { API_FOLDER, apiFiles } from '../rules/api';
import { TOKENS } from '../rules/auth-files';
import { nestBlueprint } from '../rules/registration/nested-blueprint';
import { withPins } from '../setup/requirements';

/** What `new` and `make:auth` make of an application now. */
export interface ApplicationNow {
  readonly generated: Manifest['generated'];
  /** The files that `make:auth` makes. */
  readonly auth: ReadonlySet<string>;
}

const SILENT = { warn: () => undefined, log: () => undefined };

/** Makes an application again, as its manifest says and with today's templates. */
export async function applicationNow({ generated, request }: Manifest): Promise<ApplicationNow> {
  const { names = {}, options = {} } = request;
  const tree = Tree.empty();
  const changes = new Changes(NO_FILES, SILENT);
  changes.ask('application', {});
  const files = applicationFiles(
    {
      ...appName(names['application'] ?? 'app'),
      agents: 'AGENTS.md' in generated,
      ci: options['ci'] === true,
      db: options['db'] === true,
      packageManager: PACKAGE_MANAGERS.find((name) => name === options['packageManager']),
    },
    // No file that a manifest holds has a secret.
    { secretKey: '', postgresPassword: '', databasePassword: '' },
  );
  for (const { content, path } of files) {
    tree.create(path, content);
    changes.created(path, content.toString());
  }
  const paths = files.map(({ path }) => path);
  await run(
    stageManifest(changes, '.', () => Promise.resolve('')),
    tree,
  );
  const hasApi = initOf(API_FOLDER) in generated;
  const hasTokens = TOKENS in generated;
  const project = new Project(tree, '.', DEFAULT_LAYOUT, changes);
  if (hasApi && hasTokens) {
    // Sign-in has tokens if it finds an API.
    apiFiles(project, false).forEach(({ content, path }) => {
      tree.create(path, content);
    });
  }
  if (options['auth'] === true) {
    const without = String(options['without'] ?? '');
    await run(makeAuth({ registration: options['registration'] !== false, without }), tree);
  }
  const path = manifestPath('application');
  const shared = hasApi ? apiFiles(project, hasTokens) : [];
  const init = initOf(API_FOLDER);
  const made = new Map([
    ...Object.entries(parsed(path, tree.readText(path))?.generated ?? {}),
    ...shared.map((file) => [file.path, linesOf(file.content)] as const),
  ]);
  const [now, before] = [made.get(init), generated[init]];
  if (isWhole(now) && isWhole(before)) {
    made.set(init, await withRegistered(init, now, before));
  }
  return {
    generated: Object.fromEntries(
      [...made].map(([file, now]) => {
        const before = generated[file];
        return /^requirements.*\.txt$/.test(file) && isWhole(before) && isWhole(now)
          ? [file, withPins(before, now)]
          : [file, now];
      }),
    ),
    auth: new Set([...made.keys()].filter((file) => !paths.includes(file))),
  };
}

/** A package with the blueprints that an earlier text of it registers: each resource of the API has added its own. */
async function withRegistered(path: string, made: Lines, before: Lines): Promise<Lines> {
  const known = await PythonSource.parse(path, before.join('\n'));
  const imports = importsOf(known);
  const registered = callsToRegister(known.root).flatMap((call): Blueprint[] => {
    const alias = blueprintOf(call)?.text ?? '';
    return imports.flatMap(({ module, names }) =>
      names
        .filter(({ local }) => local === alias)
        .map(({ name }) => ({ package: module, variable: name, alias })),
    );
  });
  const source = await PythonSource.parse(path, made.join('\n'));
  const all = registered.reduce((text, each) => nestBlueprint(text, 'bp', each), source);
  return linesOf(all.toString());
}

async function run(rule: Rule, tree: Tree): Promise<void> {
  const context = { logger: SILENT } as unknown as SchematicContext;
  await new Promise<void>((resolve, reject) => {
    callRule(rule, tree, context).subscribe({ complete: resolve, error: reject });
  });
}
