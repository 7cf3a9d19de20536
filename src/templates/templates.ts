import { SchematicsException } from '@angular-devkit/schematics';
import type { Files } from '../project/files';
import { loadParser, type PythonParser } from '../python/parser';
import { PythonSource, SourceError } from '../python/source';
import { compile, lineBehind, type Render } from './compiled-template';
import { digestOf, ourDigest, ourTemplate } from './our-templates';
import { mistakeIn, OwnTemplates, type UnusedTemplate } from './own-templates';
import type { TemplateTypes } from './template-types';

/** The templates of a project, and for those that it lacks ours: by name, such as `controllers/index.py`. */
export class Templates {
  readonly #compiled = new Map<string, Render>();
  readonly #modules = new Map<string, PythonSource>();
  readonly #used = new Set<string>();

  private constructor(
    private readonly parser: PythonParser,
    private readonly own: OwnTemplates,
    private readonly lineLength: number | undefined,
  ) {}

  /**
   * Loads what they need. Each is read when it is rendered first.
   *
   * @param files The project, if it may have templates of its own.
   * @param lineLength The columns that its formatter leaves a line.
   * @throws SchematicsException if its settings are wrong.
   */
  static async load(files?: Files, lineLength?: number): Promise<Templates> {
    return new Templates(await loadParser(), await OwnTemplates.of(files), lineLength);
  }

  /** The files of the project's own templates that were rendered. */
  get used(): readonly string[] {
    return [...this.#used];
  }

  /** A digest of them all, ours and the project's. */
  async digest(): Promise<string> {
    const ours = await ourDigest('resources');
    const { texts } = this.own;
    return texts.length === 0 ? ours : digestOf([ours, ...texts]);
  }

  /** What is wrong with files in the folder of the project's own templates that no run uses. */
  get unused(): readonly UnusedTemplate[] {
    return this.own.unused;
  }

  /**
   * The text that a template makes of these values. Another template in it gets the same ones, and those that it names.
   *
   * @throws SchematicsException naming the file and the line if a template has a mistake.
   */
  render<Name extends keyof TemplateTypes>(name: Name, values: TemplateTypes[Name]): string {
    const text = this.#render(name, values);
    return /\{% if (true|false) %\}/.test(text) ? withoutKnownConditions(text) : text;
  }

  /**
   * The Python module that a template makes of these values.
   *
   * @param path Of the file that it becomes, or goes to: its first folder is the package of the application.
   * @param spelled Spells the code as the file does.
   * @throws SourceError if it is not Python, SchematicsException if a template has a mistake.
   */
  module<Name extends keyof TemplateTypes>(
    name: Name,
    path: string,
    values: TemplateTypes[Name],
    spelled = (code: string): string => code,
  ): PythonSource {
    const own = this.own.template(name);
    const module = this.#parsed(name, path, values, spelled);
    if (own) {
      const ours = PythonSource.parseWith(
        this.parser,
        path,
        textOf(name, values, (each) => compile(ourTemplate(each))),
      );
      const mistake = mistakeIn(name, module, ours);
      if (mistake !== undefined) {
        throw new SchematicsException(`${own.path}: ${mistake}.`);
      }
    }
    return module;
  }

  #parsed(
    name: string,
    path: string,
    values: object,
    spelled: (code: string) => string,
  ): PythonSource {
    const text = spelled(this.#render(name, values));
    const key = `${path}:${text}`;
    try {
      const known = this.#modules.get(key);
      const module = known ?? PythonSource.parseWith(this.parser, path, text, this.lineLength);
      this.#modules.set(key, module);
      return module;
    } catch (error) {
      if (!(error instanceof SourceError) || this.#used.size === 0) {
        throw error;
      }
      const traced = textOf(name, values, (each) =>
        compile(this.own.template(each) ?? ourTemplate(each), true),
      );
      const place = lineBehind(traced, error.line ?? 1);
      throw new SourceError(
        place?.path ?? path,
        place?.line,
        `it makes ${path}, which is ${error.reason}`,
      );
    }
  }

  #render(name: string, values: object): string {
    return textOf(name, values, (each) => {
      const own = this.own.template(each);
      const compiled = this.#compiled.get(each) ?? compile(own ?? ourTemplate(each));
      this.#compiled.set(each, compiled);
      if (own) {
        this.#used.add(own.path);
      }
      return compiled;
    });
  }
}

/** What a template makes of values, and so each one that it includes. */
function textOf(name: string, values: object, compiled: (name: string) => Render): string {
  const include: Include = (other, further = {}, indentation = 0) =>
    textOf(other, { ...values, ...further }, compiled).replace(/^(?=.)/gm, ' '.repeat(indentation));
  return compiled(name)({ ...values, include });
}

/** What a template calls for the text of another one: `include('templates/rows.html', section, 4)`. */
type Include = (name: string, values?: object, indentation?: number) => string;

/** A line of Jinja that starts, continues or ends a condition or a loop. */
const STATEMENT = /^ *\{% (if|for|elif|else|endif|endfor)\b *(.*?) *%\}$/;

/** A condition or a loop around a line. */
interface Frame {
  /** Whether the page has the lines here; undefined if the condition is Jinja's to decide. */
  isKept: boolean | undefined;
}

/**
 * A page without the conditions that always or never hold: `{% if true %}`, `{% if false %}`. What they leave moves out by
 * two spaces. It expects such a condition, its `else` and its `endif` on lines of their own.
 */
export function withoutKnownConditions(page: string): string {
  const frames: Frame[] = [];
  return page
    .split('\n')
    .flatMap((line) => {
      const [, word = '', condition] = STATEMENT.exec(line) ?? [];
      const isOurs = word !== '' && enter(frames, word, condition);
      const known = frames.filter(({ isKept }) => isKept !== undefined);
      const isLeft = !isOurs && known.every(({ isKept }) => isKept);
      return isLeft ? line.replace(new RegExp(`^(  ){0,${known.length}}`), '') : [];
    })
    .join('\n');
}

/** Follows a statement into or out of a condition or a loop. Returns whether it belongs to a known condition. */
function enter(frames: Frame[], word: string, condition: string | undefined): boolean {
  const frame = frames.at(-1);
  switch (word) {
    case 'if':
    case 'for': {
      const isKnown = word === 'if' && (condition === 'true' || condition === 'false');
      frames.push({ isKept: isKnown ? condition === 'true' : undefined });
      return isKnown;
    }
    case 'endif':
    case 'endfor':
      frames.pop();
      return frame?.isKept !== undefined;
    default:
      if (frame?.isKept === undefined) {
        return false;
      }
      frame.isKept = !frame.isKept;
      return true;
  }
}
