import { readSettings } from '../layout/settings';
import type { Files } from '../project/files';
import type { TemplateText } from './compiled-template';
import { ENDING } from './our-templates';

/** Where a project has its own templates, unless it says otherwise. */
export const USUAL_FOLDER = 'scaffold_templates';

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

  #read(name: string): TemplateText | undefined {
    const path = [this.pathOf(name), `${this.folder}/${name}`].find((each) =>
      this.files?.has(each),
    );
    const text = path === undefined ? undefined : this.files?.read(path)?.toString();
    return path === undefined || text === undefined ? undefined : { path, text };
  }
}
