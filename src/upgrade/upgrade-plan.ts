// Specs: spec/upgrade/index.spec.ts
import { SchematicsException, Tree } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { indexed } from '../app/find-app';
import { type Edit, refuseHarm } from '../edit';
import type { Home, Manifest } from '../manifest/format';
import { PART_NAMES, PARTS } from '../rules/auth-files';
import { Changes } from '../manifest/changes';
import { enumeration } from '../naming/spelling';
import { Project } from '../project/project';
import { info, nextStep, type Note, warning } from '../rules/outcome';
import { ourDigest } from '../templates/our-templates';
import { applicationNow } from './application-now';
import { brokenUses } from './broken-uses';
import { type NamePlan, planName } from './plan-name';
import { resourceNow } from './resource-now';
import { unknownResource } from './unknown-resource';
import { upgradeMigration } from './upgrade-migration';

/** The names of what `new` and `make:auth` made. */
export const OF_APPLICATION: readonly string[] = ['app', 'auth'];

/** What changed in each version. */
const CHANGELOG = 'https://unpkg.com/scaffold-flask/CHANGELOG.md';

/** What a run does to a project. */
export class UpgradePlan {
  readonly edits: Edit[] = [];
  readonly manifests: [home: Home, manifest: Manifest][] = [];
  readonly #notes: Note[] = [];
  readonly #advice: Note[] = [];
  /** The project with the edits. */
  readonly #after: Project;

  constructor(
    private readonly app: App,
    private readonly markers: boolean,
  ) {
    this.#after = copyOf(app.project);
  }

  /** What it has to say, the link to what is new last. */
  get notes(): readonly Note[] {
    const isChanged = this.edits.length > 0;
    const isDone = this.#notes.length === 0 && !isChanged;
    return [
      ...this.#notes,
      ...adviceAfter(this.edits),
      ...this.#advice,
      ...(isDone ? [info("Nothing to do: all is as today's templates make it.")] : []),
      ...(isChanged ? [info(`What is new: ${CHANGELOG}`)] : []),
    ];
  }

  /** Upgrades what `new` and `make:auth` made: both, since either needs the other as it is now. */
  async application(asked: readonly string[]): Promise<void> {
    const known = this.app.project.changes.manifest('application');
    const digest = await ourDigest('application');
    if (!OF_APPLICATION.some((name) => asked.includes(name)) || known?.templates === digest) {
      return;
    }
    const manifest = known ?? unknownApplication(this.app.project);
    const made = await applicationNow(manifest);
    const names = OF_APPLICATION.filter((name) => asked.includes(name) || made.auth.size > 0);
    const of = (name: string, all: Manifest['generated']): Manifest['generated'] =>
      Object.fromEntries(
        Object.entries(all).filter(([path]) => made.auth.has(path) === (name === 'auth')),
      );
    const plans: [name: string, plan: NamePlan][] = [];
    for (const name of names) {
      const [before, after] = [of(name, manifest.generated), of(name, made.generated)];
      plans.push([name, await planName(this.#after, before, after, this.markers)]);
    }
    const written = this.#write(plans);
    const others = OF_APPLICATION.filter((name) => !written.includes(name));
    const generated = Object.fromEntries([
      ...others.flatMap((name) => Object.entries(of(name, manifest.generated))),
      ...plans
        .filter(([name]) => written.includes(name))
        .flatMap(([, plan]) => Object.entries(plan.generated)),
    ]);
    const templates = others.length === 0 ? digest : manifest.templates;
    this.manifests.push(['application', { ...manifest, generated, templates }]);
  }

  /** Upgrades a resource. */
  async resource(resource: string): Promise<void> {
    const home = { resource };
    const { changes } = this.app.project;
    const known = changes.manifest(home);
    const manifest = known
      ? { ...known, generated: Object.fromEntries(changes.generatedOf(home)) }
      : await unknownResource(this.app, resource);
    const digest = await this.app.templates.digest();
    if (manifest === undefined || manifest.templates === digest) {
      return;
    }
    const now = await indexed({ ...this.app, project: this.#after });
    const made = await resourceNow(now, resource, manifest);
    const { generated, project } = made;
    const before = known ? manifest.generated : {};
    const plan = await planName(this.#after, before, generated, this.markers, project);
    if (this.#write([[resource, plan]]).length > 0) {
      // What nobody knows the origin of is looked at again.
      const templates = plan.others.length > 0 ? '' : digest;
      const next = { ...manifest, templates, generated: plan.generated };
      this.manifests.push([home, next]);
    }
  }

  /** Writes what is planned for these names, unless that has conflicts. Returns the names for which it did. */
  #write(plans: readonly (readonly [name: string, plan: NamePlan])[]): string[] {
    const isFree = plans.every(([, { conflicts }]) => conflicts.length === 0) || this.markers;
    const free = isFree ? plans : [];
    const edits = free.flatMap(([, plan]) => plan.edits);
    const harm = harmOf(edits, this.#after);
    const written = harm === undefined ? free : [];
    for (const [name, { conflicts, others }] of plans) {
      this.#leave(others.length > 0 && unknownFiles(name, others));
      this.#leave(conflicts.length > 0 && conflictsIn(name, conflicts, this.markers));
      this.#leave(
        !isFree &&
          conflicts.length === 0 &&
          `${name} stays as it is, too: it fits the others only as a whole.`,
      );
    }
    this.#leave(
      harm !== undefined && `${enumeration(free.map(([name]) => name))} cannot change: ${harm}`,
    );
    this.#notes.push(...written.flatMap(([, { notes }]) => notes.map((note) => info(note))));
    if (written.length > 0) {
      this.edits.push(...edits);
      stage(edits, this.#after);
    }
    return written.map(([name]) => name);
  }

  /** Writes the migration for the columns that models get. */
  async migrate(): Promise<void> {
    const migration = await upgradeMigration(this.edits, this.app, this.#after);
    this.edits.push(...migration.edits);
    this.#advice.push(...migration.notes);
  }

  /** The places where code that stays uses what goes. */
  async brokenUses(): Promise<string[]> {
    return brokenUses(this.edits, this.app.project, this.#after);
  }

  /** Says why the application stays as it is. */
  leaveApplication(names: readonly string[], uses: readonly string[]): void {
    const asked = OF_APPLICATION.filter((name) => names.includes(name));
    const lines = uses.map((line) => `  ${line}`).join('\n');
    this.#leave(
      `${enumeration(asked)} would break code that stays as it is, so nothing of it was written. Change that code first, or ` +
        `add --markers to upgrade it too:\n${lines}`,
    );
  }

  #leave(message: string | false): void {
    if (message !== false) {
      this.#notes.push({ ...warning(message), isLeft: true });
    }
  }
}

/** What to do once these edits are made. */
function adviceAfter(edits: readonly Edit[]): Note[] {
  const isAny = (pattern: RegExp): boolean => edits.some(({ path }) => pattern.test(path));
  return [
    ...(isAny(/^requirements.*\.txt$/)
      ? [{ ...nextStep('Install the new packages:\n  scaffold setup'), doneBy: 'install' as const }]
      : []),
    ...(isAny(/\/static\/src\//)
      ? [nextStep('Build the stylesheet anew:\n  npm run build:css')]
      : []),
  ];
}

/** A project whose changes reach no other one. */
function copyOf(project: Project): Project {
  const changes = new Changes(project, { warn: () => undefined });
  return new Project(Tree.empty(), '.', project.layout, changes, project, project.lineLength);
}

function stage(edits: readonly Edit[], project: Project): void {
  for (const edit of edits) {
    project.stage(edit.path, 'content' in edit ? edit.content : undefined);
  }
}

/** What edits would break; undefined if that is nothing. */
function harmOf(edits: readonly Edit[], project: Project): string | undefined {
  const tried = copyOf(project);
  stage(edits, tried);
  try {
    refuseHarm(edits, tried);
    return undefined;
  } catch (error) {
    if (error instanceof SchematicsException) {
      return error.message;
    }
    throw error;
  }
}

function unknownFiles(name: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `  ${path}`).join('\n');
  return (
    `These files of ${name} are not as they would be made now, and what they were made from is unknown, so they stay:\n${lines}\n` +
    'To see what is new, move one away and run this again.'
  );
}

function conflictsIn(name: string, conflicts: readonly string[], markers: boolean): string {
  const lines = conflicts.map((line) => `  ${line}`).join('\n');
  return markers
    ? `${name} has both versions, with marks around them. Keep what you want of each:\n${lines}`
    : `${name} stays as it is, because you changed lines that change. To see both versions, add --markers:\n${lines}`;
}

/** What is known of an application without a manifest. */
function unknownApplication(project: Project): Manifest {
  const [, name = 'app'] = /^\s*"name": "(.+)"/m.exec(project.text('package.json')) ?? [];
  return {
    version: '',
    templates: '',
    generated: {},
    request: {
      names: { application: name },
      options: {
        auth: project.has(project.layout.auth),
        without: PART_NAMES.filter((name) => !project.has(PARTS[name])).join(),
        ci: project.has('.github/workflows/ci.yml'),
        db: project.has('app/models/__init__.py'),
        packageManager: project.has('package.json') ? 'npm' : 'none',
      },
    },
  };
}
