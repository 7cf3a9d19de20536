import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { PACKAGE_FOLDER } from '../package-folder';
import { loadParser, type PythonParser } from '../python/parser';
import { PythonSource } from '../python/source';
import { withoutKnownConditions } from './known-conditions';
import type { TemplateTypes } from './template-types';

/** A line with nothing on it but code of the template, or another template: its line break goes with it. */
const CODE_LINE = /^[ \t]*(<%(?!=)(?:(?!%>).)*%>|<%= include\((?:(?!%>).)*%>)[ \t]*\n/gm;

type Render = (values: object) => string;

/** The templates in `make-view/files` and `make-resource/files`, by their paths there, without the ending: `controllers/index.py`. */
export class Templates {
  readonly #compiled = new Map<string, Render>();

  private constructor(private readonly parser: PythonParser) {}

  /** Loads what they need. Each is read when it is rendered first. */
  static async load(): Promise<Templates> {
    return new Templates(await loadParser());
  }

  /** The text that a template makes of these values. Another template in it gets the same ones. */
  render<Name extends keyof TemplateTypes>(name: Name, values: TemplateTypes[Name]): string {
    const text = this.#render(name, values);
    return /\{% if (true|false) %\}/.test(text) ? withoutKnownConditions(text) : text;
  }

  /**
   * The Python module that a template makes of these values.
   *
   * @param path Of the file that it becomes, or goes to: its first folder is the package of the application.
   * @param spelled Spells the code as the file does.
   * @throws SourceError if it is not Python.
   */
  module<Name extends keyof TemplateTypes>(
    name: Name,
    path: string,
    values: TemplateTypes[Name],
    spelled = (code: string): string => code,
  ): PythonSource {
    return PythonSource.parseWith(this.parser, path, spelled(this.render(name, values)));
  }

  #render(name: string, values: object): string {
    const compiled = this.#compiled.get(name) ?? compile(name);
    this.#compiled.set(name, compiled);
    const include = (other: string): string => this.#render(other, values);
    return compiled({ ...values, include });
  }
}

/** Compiles a template. The devkit's own compiler takes four times as long, because it tells positions for source maps. */
function compile(name: string): Render {
  const folder = name.startsWith('tests/') ? 'make-resource' : 'make-view';
  const text = readFileSync(join(PACKAGE_FOLDER, folder, 'files', `${name}.template`), 'utf8');
  const pieces = text.replace(CODE_LINE, '$1').split(/<%(=?)(.*?)%>/s);
  const lines = pieces.map((piece, index) => {
    switch (index % 3) {
      case 0:
        return `out += ${JSON.stringify(piece)};`;
      case 1:
        return '';
      default:
        return pieces[index - 1] === '=' ? `out += (${piece}) ?? '';` : piece;
    }
  });
  const body = `let out = ''; with (values) {\n${lines.join('\n')}\n} return out;`;
  return compileFunction(body, ['values']) as Render;
}
