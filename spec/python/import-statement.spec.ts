import { spawn } from 'node:child_process';
import { text as read } from 'node:stream/consumers';
import { addImport, addTypeImport } from '../../src/python/add-import';
import { importBlock, importLine } from '../../src/python/import-statement';
import { text } from '../../src/python/literals';
import { PythonSource } from '../../src/python/source';
import { pythonTool } from '../support/python-tools';

/** A name of so many letters. */
function name(length: number): string {
  return 'n'.repeat(length);
}

/** What ruff makes of a file. A comma that ends a list does not tell it to break that. */
async function formatted(code: string): Promise<string> {
  const config = ['--config', 'format.skip-magic-trailing-comma=true'];
  const child = spawn(await pythonTool('ruff'), ['format', '--isolated', ...config, '-']);
  child.stdin.end(code);
  return read(child.stdout);
}

describe('What is written has the format of ruff:', () => {
  it('imports, with names of any length', async () => {
    for (const length of [1, 20, 33, 34, 35, 36, 37, 38, 39, 40, 41, 64, 70]) {
      const one = { module: `app.${name(length)}`, name: name(length) };
      const block = importBlock(
        [one, { module: 'os', name: 'sep' }, { ...one, name: 'Two' }],
        ['app'],
        88,
      );
      expect(await formatted(`${block}\n`)).toBe(`${block}\n`);
      expect(importLine(one, 88)).toContain(one.name);
    }
  });

  it('imports in an existing file', async () => {
    for (const length of [20, 36, 37, 38, 39, 40, 41, 64]) {
      const wanted = { module: `app.models.${name(length)}`, name: name(length) };
      const source = await PythonSource.parse('app/a.py', 'import os\n');
      for (const edited of [addImport(source, wanted), addTypeImport(source, wanted)]) {
        expect(await formatted(edited.toString())).toBe(edited.toString());
      }
    }
  });

  it('texts', async () => {
    for (const value of ['plain', "it's", 'say "yes"', 'tab\there', 'é😀']) {
      const code = `a = ${text(value)}\n`;
      expect(await formatted(code)).toBe(code);
    }
  });
});
