import { readSettings } from '../layout/settings';
import { enumeration } from '../naming/spelling';
import type { Files } from '../project/files';
import { pathsBelow } from '../project/walk';
import { functionsIn, namesBoundIn, topClassesOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import type { TemplateText } from './compiled-template';
import { ENDING, hintFor, templateNames } from './our-templates';

/** Where a project has its own templates, unless it says otherwise. */
const USUAL_FOLDER = 'scaffold_templates';

/** What is wrong with a file that no run uses. */
export interface UnusedTemplate {
  readonly message: string;
  /** Its path. */
  readonly place: string;
}

/** The templates that a project has in place of ours. */
export class OwnTemplates {
  readonly #found = new Map<string, TemplateText | undefined>();

  private constructor(
    private readonly files: Files | undefined,
    /** The folder that they are in. */
    readonly folder: string,
  ) {}

  /**
   * Those of a project.
   *
   * @throws SchematicsException if its settings are wrong.
   */
  static async of(files: Files | undefined): Promise<OwnTemplates> {
    const { scaffold_templates: folder } = files ? await readSettings(files) : {};
    return new OwnTemplates(files, folder === undefined ? USUAL_FOLDER : String(folder.value));
  }

  /** The project's own template of a name; undefined if it has none. */
  template(name: string): TemplateText | undefined {
    if (!this.#found.has(name)) {
      this.#found.set(name, this.#read(name));
    }
    return this.#found.get(name);
  }

  /** The file of an own template of a name. */
  pathOf(name: string): string {
    return `${this.folder}/${name}${ENDING}`;
  }

  /** Their names and texts, each followed by the other. */
  get texts(): string[] {
    return this.#files.flatMap(({ name, text }) => [name, text]);
  }

  /** What is wrong with files that no run uses, because they have the name of no template and no other includes them. */
  get unused(): UnusedTemplate[] {
    const own = this.#files;
    const known = new Set(own.length > 0 ? templateNames() : []);
    return own
      .filter(({ name }) => /\.(py|html)$/.test(name) && !known.has(name))
      .filter(({ name }) => !own.some(({ text }) => text.includes(name)))
      .map(({ name, path }) => {
        const hint = hintFor(name) || ' `scaffold eject` lists the templates.';
        return {
          message: `${path} is not used: there is no template ${name}.${hint}`,
          place: path,
        };
      });
  }

  get #files(): { path: string; name: string; text: string }[] {
    const { files, folder } = this;
    return (files ? pathsBelow(files, folder) : []).map((path) => ({
      path,
      name: path.slice(folder.length + 1).replace(ENDING, ''),
      text: files?.read(path)?.toString() ?? '',
    }));
  }

  #read(name: string): TemplateText | undefined {
    const path = [this.pathOf(name), `${this.folder}/${name}`].find((each) =>
      this.files?.has(each),
    );
    const text = path === undefined ? undefined : this.files?.read(path)?.toString();
    return path === undefined || text === undefined ? undefined : { path, text };
  }
}

/** Templates that are added in part to a file that exists. */
const ADDED =
  /^(controllers\/|routes\/routes\.py|plain\/(?!blueprint|form|lookup|model|unsaved)\w+\.py)/;

/** Templates whose members are looked up by name. */
const WITH_MEMBERS = /^(controllers\/|models\/relationship\.py)/;

/**
 * What is wrong with the module that a project's own template makes, compared with the one that ours makes of the same
 * values; undefined if nothing is.
 */
export function mistakeIn(name: string, own: PythonSource, ours: PythonSource): string | undefined {
  const [given, wanted] = [definedIn(name, own), definedIn(name, ours)];
  const missing = wanted.filter((each) => !given.includes(each));
  const further = given.filter((each) => !wanted.includes(each) && !each.includes('.'));
  if (missing.length > 0) {
    return `it does not define ${enumeration(missing)}, which the generated code needs`;
  }
  return ADDED.test(name) && further.length > 0
    ? `${enumeration(further)} would be missing in a file that exists. Put it into a module of the application and import it`
    : undefined;
}

/** The classes, functions and variables of a module. Tests are no use to other code. */
function definedIn(template: string, source: PythonSource): string[] {
  const { root } = source;
  const classes = topClassesOf(source);
  const members = WITH_MEMBERS.test(template)
    ? classes.flatMap(({ name, node }) =>
        [...functionsIn(node).map((each) => each.name), ...namesBoundIn(node)].map(
          (member) => `${name}.${member}`,
        ),
      )
    : [];
  const variables = ADDED.test(template) ? [...namesBoundIn(root)] : [];
  return [
    ...classes.map(({ name }) => name),
    ...members,
    ...functionsIn(root)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('test_')),
    ...variables,
  ];
}
