// Specs: spec/upgrade/application.spec.ts
import { callRule, type Rule, type SchematicContext, Tree } from '@angular-devkit/schematics';
import { stageManifest } from '../edit';
import { DEFAULT_LAYOUT, initOf } from '../layout';
import { makeAuth } from '../make-auth';
import { Changes } from '../manifest/changes';
import {
  isWhole,
  linesOf,
  type Manifest,
  manifestPath,
  NO_FILES,
  parsed,
} from '../manifest/format';
import { appName } from '../naming/app-name';
import { applicationFiles } from '../new/application-files';
import { PACKAGE_MANAGERS } from '../project/package-manager';
import { Project } from '../project/project';
import { API_FOLDER, apiFiles } from '../rules/api';
import { TOKENS } from '../rules/auth-files';
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
  const made = {
    ...parsed(path, tree.readText(path))?.generated,
    ...Object.fromEntries(shared.map((file) => [file.path, linesOf(file.content)])),
  };
  // Each resource has added its line.
  const { [initOf(API_FOLDER)]: _registering, ...others } = made;
  return {
    generated: Object.fromEntries(
      Object.entries(others).map(([file, now]) => {
        const before = generated[file];
        return /^requirements.*\.txt$/.test(file) && isWhole(before) && isWhole(now)
          ? [file, withPins(before, now)]
          : [file, now];
      }),
    ),
    auth: new Set(Object.keys(others).filter((file) => !paths.includes(file))),
  };
}

async function run(rule: Rule, tree: Tree): Promise<void> {
  const context = { logger: SILENT } as unknown as SchematicContext;
  await new Promise<void>((resolve, reject) => {
    callRule(rule, tree, context).subscribe({ complete: resolve, error: reject });
  });
}
