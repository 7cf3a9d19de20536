import { template } from '@angular-devkit/core';
import { callSource, type SchematicContext, type Tree } from '@angular-devkit/schematics';
import { lastValueFrom } from 'rxjs';
import { loadParser, type PythonParser } from '../python/parser';
import { PythonSource } from '../python/source';
import { url } from '../rules/url';

/** A line with nothing on it but code of the template, or another template: its line break goes with it. */
const CODE_LINE = /^[ \t]*(<%(?!=)(?:(?!%>).)*%>|<%= include\((?:(?!%>).)*%>)[ \t]*\n/gm;

/** The templates in `files/`, by their paths there, without the ending: `controllers/index.py`. */
export class Templates {
  private constructor(
    private readonly files: Tree,
    private readonly parser: PythonParser,
  ) {}

  /** The templates of the running schematic. */
  static async of(context: SchematicContext): Promise<Templates> {
    const files = await lastValueFrom(callSource(url('./files'), context));
    return new Templates(files, await loadParser());
  }

  /** The text that a template makes of these values. Another template in it gets the same ones. */
  render(name: string, values: object): string {
    const text = this.files.readText(`/${name}.template`).replace(CODE_LINE, '$1');
    const include = (other: string): string => this.render(other, values);
    return template<object>(text, {})({ ...values, include });
  }

  /**
   * The Python module that a template makes of these values.
   *
   * @param path Of the file that it becomes, or goes to: its first folder is the package of the application.
   * @throws SourceError if it is not Python.
   */
  module(name: string, path: string, values: object): PythonSource {
    return PythonSource.parseWith(this.parser, path, this.render(name, values));
  }
}
