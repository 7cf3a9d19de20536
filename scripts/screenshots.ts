/** Takes the pictures of the documentation, of the application that README.md makes: `npm run build:screenshots`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIGESTS, PICTURES, visitPictures } from '../spec/support/pictures';
import { runReadmeSession } from '../spec/support/readme-session';

async function takeScreenshots(): Promise<void> {
  const { root } = await runReadmeSession();
  const digests = await visitPictures(root, (name, page) =>
    page.screenshot({ path: join(PICTURES, `${name}.png`) }),
  );
  writeFileSync(DIGESTS, `${JSON.stringify(digests, undefined, 2)}\n`);
}

void takeScreenshots();
