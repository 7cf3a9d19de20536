// Specs: spec/upgrade/index.spec.ts
import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app/app';
import { indexed } from '../app/find-app';
import type { Edit, ReplaceEdit } from '../edit';
import { type Home, type Manifest, manifestPath, serialized } from '../manifest/format';
import { withoutMarks } from '../difference/merged-texts';
import { enumeration, listed } from '../naming/spelling';
import type { Project } from '../project/project';
import { PythonSource } from '../python/source';
import { info, infoIf, nextStep, type Note, warning } from '../rules/outcome';
import { installStep } from '../rules/requirements';
import { ourDigest } from '../templates/our-templates';
import { applicationNow } from './application-now';
import { brokenUses, copyOf, harmOf, stage } from './broken-uses';
import { type NamePlan, planName } from './plan-name';
import { partsNow } from './parts-now';
import { sharedNow } from './shared-now';
import { unknownApplication, unknownResource } from './without-manifest';
import { upgradeMigration } from './upgrade-migration';

/** The names of what `new` and `make:auth` made. */
export const OF_APPLICATION: readonly string[] = ['app', 'auth'];

const CHANGELOG = 'https://unpkg.com/scaffold-flask/CHANGELOG.md';

/** What a run does to a project. */
export class UpgradePlan {
  readonly edits: Edit[] = [];
  readonly manifests: [home: Home, manifest: Manifest][] = [];
  readonly #notes: Note[] = [];
  readonly #advice: Note[] = [];
  /** The files that get marks around both versions. */
  readonly #marked = new Set<string>();
  /** The project with the edits. Of what gets marks, it has what is generated now: nobody can read code with marks. */
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
      ...infoIf(isDone && "Nothing to do: all is as today's templates make it."),
      ...infoIf(isChanged && `What is new: ${CHANGELOG}`),
    ];
  }

  /** Upgrades what `new` and `make:auth` made: both, since either needs the other as it is now. */
  async application(asked: readonly string[]): Promise<void> {
    const known = this.app.project.changes.manifest('application');
    const digest = await ourDigest('application');
    if (!OF_APPLICATION.some((name) => asked.includes(name))) {
      return;
    }
    const manifest = known ?? unknownApplication(this.app.project);
    const shared = await sharedNow(this.app, manifest);
    if (manifest.templates === digest && isAsStored(shared, manifest)) {
      return;
    }
    const { auth, generated: own } = await applicationNow(manifest);
    const made = { auth, generated: { ...own, ...shared } };
    const names = OF_APPLICATION.filter((name) => asked.includes(name) || made.auth.size > 0);
    const of = (name: string, all: Manifest['generated']): Manifest['generated'] =>
      partOf(all, (path) => made.auth.has(path) === (name === 'auth'));
    const plans: [name: string, plan: NamePlan][] = [];
    for (const name of names) {
      const [before, after] = [of(name, manifest.generated), of(name, made.generated)];
      plans.push([name, await planName(this.#after, before, after)]);
    }
    const written = await this.#write(plans);
    const others = OF_APPLICATION.filter((name) => !written.includes(name));
    const generated = Object.fromEntries([
      ...others.flatMap((name) => Object.entries(of(name, manifest.generated))),
      ...plans
        .filter(([name]) => written.includes(name))
        .flatMap(([, plan]) => Object.entries(plan.generated)),
    ]);
    const templates = others.length === 0 ? digest : manifest.templates;
    this.#renew('application', { ...manifest, generated, templates });
  }

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
    const { generated, project, shared } = await partsNow(now, resource, manifest);
    const application = this.#application;
    const isShared = (path: string): boolean => path in shared;
    const before = {
      ...(known && manifest.generated),
      ...partOf(application?.generated ?? {}, isShared),
    };
    const plan = await planName(this.#after, before, { ...generated, ...shared }, project);
    if ((await this.#write([[resource, plan]])).length > 0) {
      // What nobody knows the origin of is looked at again.
      const templates = plan.others.length > 0 ? '' : digest;
      const isOwn = (path: string): boolean => application === undefined || !isShared(path);
      const others = partOf(plan.generated, (path) => !isOwn(path));
      this.#renew(home, { ...manifest, templates, generated: partOf(plan.generated, isOwn) });
      if (application && Object.keys(others).length > 0) {
        const all = { ...application.generated, ...others };
        this.#renew('application', { ...application, generated: all });
      }
    }
  }

  /** The manifest of the application, as the run leaves it so far. */
  get #application(): Manifest | undefined {
    const [, renewed] = this.manifests.findLast(([home]) => home === 'application') ?? [];
    return renewed ?? this.app.project.changes.manifest('application');
  }

  /** Has a manifest keep this. What is made again from now on finds it. */
  #renew(home: Home, manifest: Manifest): void {
    this.manifests.push([home, manifest]);
    this.#after.stage(manifestPath(home), serialized(manifest));
  }

  /** Writes what is planned for these names, unless that has conflicts. Returns the names for which it did. */
  async #write(plans: readonly (readonly [name: string, plan: NamePlan])[]): Promise<string[]> {
    const isFree = plans.every(
      ([, { conflicts, marked }]) => conflicts.length === 0 || (this.markers && marked),
    );
    const free = isFree ? plans : [];
    const edits = free.flatMap(([, plan]) => plan.edits);
    const marked = free.flatMap(([, plan]) => [...(plan.marked ?? [])]);
    const known = [...edits, ...(await resolved(marked))];
    const harm = harmOf(known, this.#after);
    const written = harm === undefined ? free : [];
    for (const [name, plan] of plans) {
      const { conflicts, others } = plan;
      this.#leave(others.length > 0 && unknownFiles(name, others));
      if (conflicts.length > 0 && isFree) {
        this.#notes.push(marksLeft(name, [...(plan.marked ?? [])]));
      }
      this.#leave(conflicts.length > 0 && !isFree && conflictsLeft(name, conflicts, this.markers));
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
      this.edits.push(...edits, ...marked.map(replaced));
      marked.forEach(([path]) => this.#marked.add(path));
      stage(known, this.#after);
    }
    return written.map(([name]) => name);
  }

  /** Writes the migration for the columns that models get. */
  async migrate(): Promise<void> {
    const migration = await upgradeMigration(this.edits, this.app, this.#after);
    this.edits.push(...migration.edits);
    this.#advice.push(...migration.notes);
  }

  /** Whether Python gets marks: what becomes of it, and so what would break, only its owner knows. */
  get hasMarkedCode(): boolean {
    return [...this.#marked].some((path) => path.endsWith('.py'));
  }

  /** The places where code that stays uses what goes. */
  async brokenUses(): Promise<string[]> {
    return brokenUses(this.edits, this.#marked, this.app.project, this.#after);
  }

  /**
   * Says why the application stays as it is.
   *
   * @param mayMark Whether marks in resources would let it change.
   */
  leaveApplication(names: readonly string[], uses: readonly string[], mayMark: boolean): void {
    const asked = OF_APPLICATION.filter((name) => names.includes(name));
    this.#leave(
      `${enumeration(asked)} would break code that stays as it is, so nothing of it was written. Change that code first` +
        `${mayMark ? ', or add --markers to upgrade it too' : ''}:\n${listed(uses)}`,
    );
  }

  /** Names the code that uses what goes if a person keeps what is generated now. */
  nameUses(uses: readonly string[]): void {
    if (uses.length > 0) {
      this.#notes.push(warning(`This code uses what goes unless you keep it:\n${listed(uses)}`));
    }
  }

  #leave(message: string | false): void {
    if (message !== false) {
      this.#notes.push({ ...warning(message), isLeft: true });
    }
  }
}

/** What there is of these files. */
function partOf(
  generated: Manifest['generated'],
  isMeant: (path: string) => boolean,
): Manifest['generated'] {
  return Object.fromEntries(Object.entries(generated).filter(([path]) => isMeant(path)));
}

function isAsStored(generated: Manifest['generated'], stored: Manifest): boolean {
  return Object.entries(generated).every(([path, each]) =>
    isDeepStrictEqual(each, stored.generated[path]),
  );
}

/** The edits that leave files as they are once all that is generated now is kept, as far as that is Python. */
async function resolved(marked: readonly (readonly [string, string])[]): Promise<Edit[]> {
  const edits = marked.map(([path, text]) => replaced([path, withoutMarks(text)]));
  const isRead = await Promise.all(
    edits.map(async ({ content, path }) =>
      path.endsWith('.py')
        ? (await PythonSource.parseOrError(path, content)) instanceof PythonSource
        : true,
    ),
  );
  return edits.filter((_, at) => isRead[at]);
}

function replaced([path, content]: readonly [path: string, content: string]): ReplaceEdit {
  return { kind: 'replace', path, content };
}

/** What to do once these edits are made. */
function adviceAfter(edits: readonly Edit[]): Note[] {
  const isAny = (pattern: RegExp): boolean => edits.some(({ path }) => pattern.test(path));
  return [
    ...(isAny(/^requirements.*\.txt$/) ? [installStep()] : []),
    ...(isAny(/\/static\/src\//)
      ? [nextStep('Build the stylesheet anew:\n  npm run build:css')]
      : []),
  ];
}

function unknownFiles(name: string, paths: readonly string[]): string {
  return (
    `These files of ${name} are not as they would be made now, and what they were made from is unknown, so they stay:\n${listed(paths)}\n` +
    'To see what is new, move one away and run this again.'
  );
}

function conflictsLeft(name: string, places: readonly string[], markers: boolean): string {
  const remedy = markers
    ? 'Correct first what is not valid Python or not UTF-8'
    : 'To see both versions, add --markers';
  return (
    `${name} stays as it is, because you changed lines that change. ${remedy}:\n` + listed(places)
  );
}

function marksLeft(name: string, marked: readonly (readonly [string, string])[]): Note {
  const places = marked.flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, at) => (line.startsWith('<<<<<<< yours') ? `${path}:${at + 1}` : [])),
  );
  const isBroken = marked.some(([path]) => path.endsWith('.py'));
  const message =
    `${name} has both versions, with marks around them. Keep what you want of each, and remove the marks` +
    `${isBroken ? '; Python does not run with them' : ''}:\n` +
    listed(places);
  return { ...warning(message), isLeft: true, isBroken };
}
