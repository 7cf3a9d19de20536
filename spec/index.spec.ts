import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json';
import { schematics } from '../src/collection.json';
import * as exported from '../src/index';
import { commands } from '../scripts/commands';

const PUBLIC = Object.entries(schematics).flatMap(([name, schematic]) =>
  'private' in schematic ? [] : [{ name, ...schematic }],
);

/** The types that `src/index.ts` exports. */
const [, TYPES = ''] = /^export type \{([^}]*)\}/m.exec(inSrc('index.ts')) ?? [];

describe('A schematic of the collection', () => {
  for (const { factory, name, schema } of PUBLIC) {
    it(`has a function and types for other packages, and a command: ${name}`, () => {
      const [file = '', rule = ''] = factory.replace('./', '').split('#');
      expect(Object.keys(exported)).toContain(rule);
      expect(TYPES).toContain(titleOf(schema));
      expect(manifest.files).toContain(`dist/src/${file.replace('/index', '/options.d.ts')}`);
      expect(commands().map((command) => command.name())).toContain(name.replace('-', ':'));
    });
  }
});

/** What the options of a schematic are called. */
function titleOf(schema: string): string {
  const { title } = JSON.parse(inSrc(schema)) as { title: string };
  return ` ${title},`;
}

function inSrc(path: string): string {
  return readFileSync(join(__dirname, '../src', path), 'utf8');
}
