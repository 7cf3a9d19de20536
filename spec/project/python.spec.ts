import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPython } from '../../src/project/python';
import { keepEnvironment } from '../setup/fixtures';
import { temporaryFolder } from '../support/temporary-folder';

const NOT_ACTIVE =
  'pyenv: python3.10: command not found\n\nIt exists in these versions:\n  3.10.13';

describe('findPython', () => {
  keepEnvironment();

  /** A folder with one program, a shell script. */
  function folderWith(name: string, script: string): string {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
    return folder;
  }

  function pythonWith(script: string): string {
    return join(folderWith('python', script), 'python');
  }

  it("gives a shim's own words if the shim does not run", () => {
    const shim = pythonWith(`cat >&2 <<'END'\n${NOT_ACTIVE}\n\n\nEND\nexit 127`);
    expect(() => findPython(shim)).toThrowError(
      `${shim} is not a Python interpreter that runs:\n${NOT_ACTIVE}`,
    );
  });

  it('gives the last lines of a program that says a lot', () => {
    const program = pythonWith('seq 1 200 >&2; exit 1');
    expect(() => findPython(program)).toThrowError(/ that runs:\n191\n192\n(.*\n){7}200$/);
  });

  it('gives the exit code of a program that fails without a word', () => {
    const program = pythonWith('exit 3');
    expect(() => findPython(program)).toThrowError(
      `${program} is not a Python interpreter that runs (exit code 3).`,
    );
  });

  it('refuses a program that runs but is not Python', () => {
    const program = pythonWith('echo hello; echo "a warning" >&2');
    expect(() => findPython(program)).toThrowError(`${program} is not a Python interpreter.`);
  });

  it('refuses a file that cannot be executed', () => {
    const program = pythonWith('exit 0');
    chmodSync(program, 0o644);
    expect(() => findPython(program)).toThrowError(`${program} is not an executable file.`);
  });

  it('asks again once another program has taken the place of a Python', () => {
    const program = pythonWith('echo "Python 3.10.1 $0"');
    expect(() => findPython(program)).toThrowError(/is Python 3\.10\.1\./);
    rmSync(program);
    writeFileSync(program, '#!/bin/sh\necho "Python 3.12.10 $0"\n', { mode: 0o755 });
    expect(findPython(program)).toBe(program);
  });

  it('takes the next command on the PATH if a shim does not run', () => {
    const shim = folderWith('python3', `echo '${NOT_ACTIVE}' >&2; exit 127`);
    const other = folderWith('python3.11', 'echo "Python 3.11.7 $0"');
    process.env['PATH'] = [shim, other].join(delimiter);
    expect(findPython()).toBe(join(other, 'python3.11'));
  });
});
