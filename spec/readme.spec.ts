import { readFileSync } from 'node:fs';
import { findBrowser } from './support/browser';
import { expectFile, IS_RENEWING } from './support/expected';
import { PYTHON } from './support/flask';
import { need } from './support/need';
import { DIGESTS, visitPictures } from './support/pictures';
import { README, type ReadmeSession, runReadmeSession } from './support/readme-session';
import { succeed } from './support/run';

describe('README.md', () => {
  let session: ReadmeSession;

  beforeAll(async () => {
    session = await runReadmeSession();
  });

  it('shows what its commands print', () => {
    expectFile(README, session.text);
  });

  it('makes an application that passes its tests', async () => {
    const said = await succeed(PYTHON, ['-m', 'pytest', '-q'], { cwd: session.root });
    expect(said).toMatch(/\n\d+ passed in /);
  });

  it('has pictures of the pages as they are: else run `npm run build:screenshots`', async () => {
    need('Chromium', findBrowser());
    if (IS_RENEWING) {
      pending('`npm run build:screenshots` renews the pictures.');
    }
    const digests = JSON.parse(readFileSync(DIGESTS, 'utf8')) as Record<string, string>;
    expect(await visitPictures(session.root)).toEqual(digests);
  });
});
