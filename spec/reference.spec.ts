import { commands } from '../scripts/commands';
import { REFERENCE, reference } from '../scripts/reference';
import { ACTION_NAMES } from '../src/naming/actions';
import { expectFile } from './support/expected';

describe('docs/reference.md', () => {
  it('lists what the command line and the schemas say', async () => {
    expectFile(REFERENCE, await reference());
  });
});

describe('The help of make:view', () => {
  it('names each action', () => {
    let help = '';
    const command = commands().find((each) => each.name() === 'make:view');
    command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    for (const action of ACTION_NAMES) {
      expect(help).toMatch(new RegExp(`\\b${action}\\b`));
    }
  });
});
