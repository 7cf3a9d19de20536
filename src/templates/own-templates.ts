import { readSettings } from '../layout/settings';
import type { Files } from '../project/files';
import { pathsBelow } from '../project/walk';
import type { TemplateText } from './compiled-template';
import { ENDING, hintFor, templateNames } from './our-templates';

/** Where a project has its own templates, unless it says otherwise. */
const USUAL_FOLDER = 'scaffold_templates';

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
  get unused(): string[] {
    const own = this.#files;
    const known = new Set(own.length > 0 ? templateNames() : []);
    return own
      .filter(({ name }) => /\.(py|html)$/.test(name) && !known.has(name))
      .filter(({ name }) => !own.some(({ text }) => text.includes(name)))
      .map(({ name, path }) => {
        const hint = hintFor(name) || ' `scaffold eject` lists the templates.';
        return `${path} is not used: there is no template ${name}.${hint}`;
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
