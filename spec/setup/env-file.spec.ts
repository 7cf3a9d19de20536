import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writeEnvFile } from '../../src/setup/env-file';
import { testApp } from './fixtures';

const EXAMPLE = '# Signs sessions.\nSECRET_KEY=\n\nDATABASE_URL=\n';

describe('writeEnvFile', () => {
  it('copies .env.example, with a secret key of its own', () => {
    const texts = [1, 2].map(() => {
      const { root } = testApp({ '.env.example': EXAMPLE });
      expect(writeEnvFile(root)).toBeTrue();
      return readFileSync(join(root, '.env'), 'utf8');
    });
    expect(texts[0]).toMatch(/^# Signs sessions\.\nSECRET_KEY=[0-9a-f]{64}\n\nDATABASE_URL=\n$/);
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('lets nobody but its owner read it', () => {
    const { root } = testApp({ '.env.example': EXAMPLE });
    writeEnvFile(root);
    expect(statSync(join(root, '.env')).mode & 0o777).toBe(0o600);
  });

  it('says so where .env is a link that leads nowhere', () => {
    const { root } = testApp({ '.env.example': EXAMPLE });
    symlinkSync('../shared/blog.env', join(root, '.env'));
    expect(() => writeEnvFile(root)).toThrowError(
      '.env is a link to ../shared/blog.env, which is not there: make that file, or remove the link.',
    );
  });

  it('never touches a .env that is there', () => {
    const { root } = testApp({ '.env.example': EXAMPLE, '.env': 'SECRET_KEY=mine' });
    expect(writeEnvFile(root)).toBeFalse();
    expect(readFileSync(join(root, '.env'), 'utf8')).toBe('SECRET_KEY=mine');
  });

  it('makes none without an example', () => {
    const { root } = testApp();
    expect(writeEnvFile(root)).toBeFalse();
    expect(existsSync(join(root, '.env'))).toBeFalse();
  });
});
