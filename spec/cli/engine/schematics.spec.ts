import { dirname, join } from 'node:path';
import type { RuleFactory } from '@angular-devkit/schematics';
import { SCHEMATICS } from '../../../src/cli/engine/schematics';
import { schematics as COLLECTION } from '../../../src/collection.json';

const SOURCES = join(__dirname, '../../../src');

/** What the command runs in the place of a factory: it makes several views at once. */
const IN_PLACE_OF: Readonly<Record<string, string>> = { makeView: 'makeViews' };

describe('SCHEMATICS', () => {
  it('has the schematics of the collection', () => {
    expect(Object.keys(SCHEMATICS)).toEqual(Object.keys(COLLECTION));
  });

  for (const [name, { factory: named }] of Object.entries(COLLECTION)) {
    it(`has the factory that the collection names: ${name}`, async () => {
      const [file = '', exported = ''] = named.split('#');
      const module = (await import(join(SOURCES, file))) as Record<string, RuleFactory<object>>;
      const factory = module[IN_PLACE_OF[exported] ?? exported];
      expect(factory).toBeDefined();
      expect(await SCHEMATICS[name]?.load()).toBe(factory);
      expect(SCHEMATICS[name]?.path).toBe(join(SOURCES, dirname(file)));
    });
  }
});
