import { join } from 'node:path';
import { flaskSucceeds, PYTHON } from '../support/flask';
import { run, SCAFFOLD, succeed } from '../support/run';
import { temporaryFolder } from '../support/temporary-folder';

const SCRIPT = join(__dirname, '../../examples/agent/build-tracker.mjs');

describe('examples/agent', () => {
  it('builds an issue tracker with nothing but the JSON of its runs', async () => {
    const cwd = temporaryFolder();
    const words = [SCRIPT, 'tracker', process.execPath, SCAFFOLD];
    const printed = await succeed(process.execPath, words, { cwd });
    expect(printed).toContain('Did you mean name:string:80:unique?\n  → name:string:80:unique\n');
    expect(printed).toContain('  POST /api/issues (api.issues.create_issue)\n');
    const root = join(cwd, 'tracker');
    await flaskSucceeds(root, ['db', 'check']);
    const tests = ['tests/test_issues.py', 'tests/test_api_issues.py', 'tests/test_api.py'];
    const { code, stdout } = await run(PYTHON, ['-m', 'pytest', '-q', ...tests], { cwd: root });
    expect(code).withContext(stdout).toBe(0);
  });
});
