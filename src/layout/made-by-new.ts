import { SchematicsException } from '@angular-devkit/schematics';
import { DEFAULT_LAYOUT, initOf } from '../layout';
import { enumeration } from '../naming/spelling';
import type { Files } from '../project/files';
import { type FoundLayout, LAYOUT_OF_NEW } from './finding';
import { readSettings } from './settings';

/** What `new` makes with a database alone. */
const WITH_DATABASE = /^(db|models|base|columns|migrations)$/;

/** The layout of what `new` made. */
export function knownLayout(files: Pick<Files, 'has'>): FoundLayout {
  const { models } = DEFAULT_LAYOUT;
  const hasDatabase = ['migrations/env.py', initOf(models), `${models}.py`].some((path) =>
    files.has(path),
  );
  const entries = Object.entries(LAYOUT_OF_NEW).map(([key, value]) => {
    const hasKey =
      key === 'auth' ? files.has(DEFAULT_LAYOUT.auth) : hasDatabase || !WITH_DATABASE.test(key);
    return [key, { value: hasKey ? value : undefined, from: 'scaffold new' }];
  });
  return Object.fromEntries(entries) as FoundLayout;
}

/**
 * Whether `new` made a project, however a person has reshaped it: it has the module of links, which all generated code
 * builds on. Other applications may have the same folders, but not that.
 */
export function isMadeByNew(files: Pick<Files, 'has' | 'read'>): boolean {
  const { application, links } = DEFAULT_LAYOUT;
  return (
    files.has(application) &&
    files.has(links) &&
    /^def (first_url|is_endpoint)\(/m.test(files.read(links)?.toString() ?? '')
  );
}

/**
 * Refuses what only works in a project made by `new`.
 *
 * @throws SchematicsException if the project is another one.
 */
export function refuseOthers(files: Files, command: string): void {
  if (!isMadeByNew(files)) {
    throw new SchematicsException(
      `${command} needs a project that \`scaffold new\` made: it changes its configuration, its header and its tests. ` +
        'In other applications, make:view, make:resource, make:model and add:field work. For sign-in there, use Flask-Login.',
    );
  }
}

/**
 * What to say about settings of a project made by `new`: its layout is fixed, so only that of templates has an effect.
 *
 * @throws SchematicsException if a setting is wrong.
 */
export async function withoutEffect(
  files: Files,
): Promise<{ readonly message: string; readonly place: string } | undefined> {
  const { scaffold_templates: _, ...others } = await readSettings(files);
  const [first] = Object.values(others);
  return (
    first && {
      message:
        `${first.from}: ${enumeration(Object.keys(others))} ${Object.keys(others).length > 1 ? 'have' : 'has'} no effect, ` +
        'because `scaffold new` made this project.',
      place: first.from,
    }
  );
}
