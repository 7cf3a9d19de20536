import { join } from 'node:path';
import { PythonSource } from '../../src/python/source';
import { expectEditsIn } from './diff';

/**
 * A spec for each edit in a folder beside this file: it is made however the file is saved, and made once.
 *
 * @param edit Makes the edit with the argument from the file's first line.
 */
export function expectEdits(
  folder: string,
  edit: (source: PythonSource, argument: string) => PythonSource,
): void {
  expectEditsIn(join(__dirname, folder), async (text, argument) => {
    const done = edit(await PythonSource.parse('app/views.py', text), argument);
    expect(edit(done, argument)).toBe(done);
    return done.toString();
  });
}
