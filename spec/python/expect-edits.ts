import { join } from 'node:path';
import { PythonSource } from '../../src/python/source';
import { editsIn, SAVED_AS } from './diff';

/**
 * A spec for each edit in a folder beside this file: it is made whichever way the file is saved, and once.
 *
 * @param edit Makes the edit with the argument that the folder's file starts with.
 */
export function expectEdits(
  folder: string,
  edit: (source: PythonSource, argument: string) => PythonSource,
): void {
  for (const { title, argument, before, after } of editsIn(join(__dirname, folder))) {
    for (const [how, save] of Object.entries(SAVED_AS)) {
      it(`edits ${title} saved ${how}`, async () => {
        const source = await PythonSource.parse('app/views.py', save(before));
        const done = edit(source, argument);
        expect(done.toString()).toBe(save(after));
        expect(edit(done, argument)).toBe(done);
      });
    }
  }
}
