import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setModes } from '../../src/setup/modes';
import { testApp } from './fixtures';

describe('setModes', () => {
  for (const [before, after] of [
    [0o644, 0o755],
    [0o600, 0o700],
  ] as const) {
    it(`makes run.sh executable for those who can read it: ${before.toString(8)}`, () => {
      const { root } = testApp({ 'run.sh': '' });
      chmodSync(join(root, 'run.sh'), before);
      expect(setModes(root)).toBeTrue();
      expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(after);
    });
  }

  it('leaves it as it is where it is executable already', () => {
    const { root } = testApp({ 'run.sh': '' });
    chmodSync(join(root, 'run.sh'), 0o700);
    expect(setModes(root)).toBeFalse();
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o700);
  });

  it('has nothing to do where there is none', () => {
    expect(setModes(testApp().root)).toBeFalse();
    expect(setModes(testApp().root, 'abc')).toBeFalse();
  });

  it('lets only its owner read a .env that was just written', () => {
    const { root } = testApp({ '.env': 'SECRET_KEY=abc\n' });
    expect(setModes(root, 'abc')).toBeTrue();
    expect(statSync(join(root, '.env')).mode & 0o777).toBe(0o600);
    expect(setModes(root, 'abc')).toBeFalse();
  });

  it('leaves the mode of any other .env as it is', () => {
    const { root } = testApp({ '.env': 'SECRET_KEY=mine\n' });
    expect(setModes(root)).toBeFalse();
    expect(setModes(root, 'abc')).toBeFalse();
    expect(statSync(join(root, '.env')).mode & 0o777).toBe(0o644);
  });
});
