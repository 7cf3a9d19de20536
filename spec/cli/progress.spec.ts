import { printEntry } from '../../src/cli/progress';
import { Terminal } from '../../src/cli/terminal';

describe('printEntry', () => {
  for (const [level, way] of [
    ['debug', undefined],
    ['info', 'print'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['fatal', 'error'],
  ] as const) {
    it(`has ${way ?? 'nothing'} for the level ${level}`, () => {
      const terminal = jasmine.createSpyObj<Terminal>('terminal', ['print', 'warn', 'error']);
      printEntry({ level, message: 'text', name: '', path: [], timestamp: 0 }, terminal);
      const used = (['print', 'warn', 'error'] as const).filter((name) => {
        return terminal[name].calls.count() > 0;
      });
      expect(used).toEqual(way === undefined ? [] : [way]);
    });
  }
});
