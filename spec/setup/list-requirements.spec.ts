import { join } from 'node:path';
import { findPython } from '../../src/project/python';
import { succeed } from '../support/run';
import { testApp, writeFiles } from './fixtures';

const PROGRAM = join(__dirname, '../../src/setup/files/list_requirements.py');

describe('list_requirements.py', () => {
  const { root } = testApp();

  function install(name: string, version: string, ...requires: string[]): void {
    const lines = ['Metadata-Version: 2.1', `Name: ${name}`, `Version: ${version}`];
    const needs = requires.map((requirement) => `Requires-Dist: ${requirement}`);
    const folder = `${name.replaceAll('-', '_')}-${version}.dist-info`;
    writeFiles(root, { [`${folder}/METADATA`]: [...lines, ...needs, ''].join('\n') });
  }

  async function list(...names: string[]): Promise<string[]> {
    const env = { ...process.env, PYTHONPATH: root };
    return (await succeed(findPython(), [PROGRAM, ...names], { env })).trimEnd().split('\n');
  }

  beforeAll(() => {
    install('Web-Kit', '3.1.2', 'Jinx>=2', 'setuptools', 'wintool; sys_platform == "win32"');
    install('Jinx', '2.0', 'web-kit'); // a circle
    install('server', '0.30', 'click-clack', 'fastloop; extra == "standard"');
    install('click-clack', '8.1');
    install('fastloop', '1.0', 'click-clack[colour]');
    install('setuptools', '80.0');
    install('unasked', '1.0');
  });

  it('names what is asked for in its order, then all that it needs, but no tools', async () => {
    expect(await list('server', 'web-kit')).toEqual([
      'server==0.30',
      'web-kit==3.1.2',
      'click-clack==8.1',
      'Jinx==2.0',
    ]);
  });

  it('follows the extras that are asked for', async () => {
    expect(await list('server[standard]')).toEqual([
      'server[standard]==0.30',
      'click-clack==8.1',
      'fastloop==1.0',
    ]);
  });
});
