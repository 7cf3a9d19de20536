import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { writeEnvFile } from '../../src/setup/env-file';
import { keepEnvironment, testApp } from './fixtures';

const EXAMPLE = '# Signs sessions.\nSECRET_KEY=\n\nDATABASE_URL=\n';

describe('writeEnvFile', () => {
  keepEnvironment();

  it('copies .env.example, with a secret key of its own', () => {
    const texts = [1, 2].map(() => {
      const app = testApp({ '.env.example': EXAMPLE });
      expect(writeEnvFile(app)).toBeTrue();
      return readFileSync(join(app.root, '.env'), 'utf8');
    });
    expect(texts[0]).toMatch(/^# Signs sessions\.\nSECRET_KEY=[0-9a-f]{64}\n\nDATABASE_URL=\n$/);
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('makes the passwords of compose.yaml that the example leaves empty', () => {
    const example = 'DATABASE_PASSWORD=\nPOSTGRES_PASSWORD=mine\nMAIL_PASSWORD=\n';
    const app = testApp({ '.env.example': example });
    writeEnvFile(app);
    expect(readFileSync(join(app.root, '.env'), 'utf8')).toMatch(
      /^DATABASE_PASSWORD=[0-9a-f]{64}\nPOSTGRES_PASSWORD=mine\nMAIL_PASSWORD=\n$/,
    );
  });

  it('lets nobody but its owner read it', () => {
    const app = testApp({ '.env.example': EXAMPLE });
    writeEnvFile(app);
    expect(statSync(join(app.root, '.env')).mode & 0o777).toBe(0o600);
  });

  it('says so where .env is a link that leads nowhere', () => {
    const app = testApp({ '.env.example': EXAMPLE });
    symlinkSync('../shared/blog.env', join(app.root, '.env'));
    expect(() => writeEnvFile(app)).toThrowError(
      '.env is a link to ../shared/blog.env, which does not exist. Create that file or remove the link.',
    );
  });

  it('never touches an existing .env', () => {
    const app = testApp({ '.env.example': EXAMPLE, '.env': 'SECRET_KEY=mine' });
    expect(writeEnvFile(app)).toBeFalse();
    expect(readFileSync(join(app.root, '.env'), 'utf8')).toBe('SECRET_KEY=mine');
  });

  it('makes none without an example', () => {
    const app = testApp();
    expect(writeEnvFile(app)).toBeFalse();
    expect(existsSync(join(app.root, '.env'))).toBeFalse();
  });

  it('says that it made one', () => {
    const app = testApp({ '.env.example': EXAMPLE });
    writeEnvFile(app);
    expect(app.lines).toEqual(['info Wrote .env with a new secret key.']);
  });

  for (const env of [
    '',
    'SECRET=mine\n',
    'SECRET_KEY=\nA=b\n',
    'export SECRET_KEY = "" # later\n',
  ]) {
    it(`gives the line that is missing where .env is ${JSON.stringify(env)}`, () => {
      const app = testApp({ '.env.example': EXAMPLE, '.env': env });
      expect(() => writeEnvFile(app)).toThrowError(
        /^\.env has no SECRET_KEY\. Add this line:\n {2}SECRET_KEY=\w{64}$/,
      );
    });
  }

  it('takes a key of the environment, and a .env whose example names none', () => {
    expect(writeEnvFile(testApp({ '.env.example': 'A=\n', '.env': 'A=b\n' }))).toBeFalse();
    process.env['SECRET_KEY'] = 'abc';
    expect(writeEnvFile(testApp({ '.env.example': EXAMPLE, '.env': 'A=b\n' }))).toBeFalse();
  });

  it('says so where .env is a folder', () => {
    const app = testApp({ '.env.example': EXAMPLE, '.env/x': '' });
    expect(() => writeEnvFile(app)).toThrowError('.env is not a file. Move it away.');
  });
});
