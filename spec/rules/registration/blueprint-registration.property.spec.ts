import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Blueprint } from '../../../src/project/blueprints';
import { findPython } from '../../../src/project/python';
import { PythonSource, SourceError } from '../../../src/python/source';
import { registerBlueprint } from '../../../src/rules/registration/blueprint-registration';
import { generatedFactory } from './generated-factory';

const POSTS = blueprint('posts');

const BLUEPRINTS = [POSTS, ...['a_first', 'zebras', 'main_2'].map(blueprint)];

function blueprint(name: string): Blueprint {
  return { package: `app.routes.${name}`, variable: 'bp', alias: `${name}_bp` };
}

/** An edited file, and what Python must find when it runs it. */
interface Case {
  readonly code: string;
  readonly factory: string;
  readonly blueprints: readonly string[];
}

describe('registerBlueprint, for any file', () => {
  it('keeps every line, serves each blueprint once, and does nothing twice', async () => {
    const cases: Case[] = [];
    const wanted = fc.uniqueArray(fc.constantFrom(...BLUEPRINTS), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(generatedFactory, wanted, async ({ text, factory }, blueprints) => {
        let source = await PythonSource.parse('app/__init__.py', text);
        for (const blueprint of blueprints) {
          source = registerBlueprint(source, blueprint);
          expect(registerBlueprint(source, blueprint)).toBe(source);
        }
        const code = source.toString();
        expect(lostLines(text, code)).withContext(`${text}\n-----\n${code}`).toEqual([]);
        cases.push({
          code,
          factory,
          blueprints: blueprints.map(({ package: name }) => `${name}.bp`),
        });
      }),
      { numRuns: 300 },
    );
    const wrong = run(cases).flatMap((problem, index) => {
      return problem === null ? [] : `${problem}\n${cases[index]?.code ?? ''}`;
    });
    expect(wrong).toEqual([]);
  });

  it('refuses in words what it does not understand', async () => {
    const line = fc.constantFrom(
      'def f(app):',
      '    app.register_blueprint(x)',
      'app = Flask(1)',
      '  x',
      'if y: z',
      '(',
      '"""',
      '\t#',
      'return app',
      'class A: pass',
      'for a in b:',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        const text = lines.join('\n');
        try {
          const source = await PythonSource.parse('app/__init__.py', text);
          expect(lostLines(text, registerBlueprint(source, POSTS).toString())).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }),
    );
  });
});

/** The lines that are gone, or have moved. One with semicolons counts when all that it says still stands in it. */
function lostLines(before: string, after: string): string[] {
  const lines = after.split('\n');
  return before.split('\n').filter((line) => {
    const at = lines.findIndex(
      (other) => other === line || (line.includes(';') && stands(line, other)),
    );
    lines.splice(0, at + 1);
    return at === -1;
  });
}

function stands(line: string, other: string): boolean {
  let end = 0;
  return line.split(/(?<=;)/).every((part) => {
    const start = other.indexOf(part, end);
    end = start + part.length;
    return start !== -1;
  });
}

/** What Python says to each case. */
function run(cases: readonly Case[]): (string | null)[] {
  const output = execFileSync(findPython(), [join(__dirname, 'serve.py')], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
  });
  return JSON.parse(output) as (string | null)[];
}
