import manifest from '../package.json';
import { schematics } from '../src/collection.json';
import * as exported from '../src/index';
import { commands } from '../scripts/commands';

const PUBLIC = Object.entries(schematics).flatMap(([name, schematic]) =>
  'private' in schematic ? [] : [{ name, factory: schematic.factory }],
);

describe('A schematic of the collection', () => {
  for (const { factory, name } of PUBLIC) {
    it(`has a function and types for other packages, and a command: ${name}`, () => {
      const [file = '', rule = ''] = factory.replace('./', '').split('#');
      expect(Object.keys(exported)).toContain(rule);
      expect(manifest.files).toContain(`dist/src/${file.replace('/index', '/options.d.ts')}`);
      expect(commands().map((command) => command.name())).toContain(name.replace('-', ':'));
    });
  }
});
