import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPO = join(__dirname, '../..');
const PAGES = join(REPO, 'src/make-view/files/templates');

describe('The pages of make-view', () => {
  const css = readFileSync(join(REPO, 'src/new/files/project/app/static/css/app.css'), 'utf8');

  for (const page of readdirSync(PAGES)) {
    it(`use classes alone that every project's stylesheet has: ${page}`, () => {
      const text = readFileSync(join(PAGES, page), 'utf8').replace(/<%.*?%>/g, '');
      const names = [...text.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) =>
        list.split(/\s+/).filter((name) => name !== ''),
      );
      const missing = names.filter((name) => !isIn(css, name));
      expect(missing).toEqual([]);
    });
  }
});

function isIn(css: string, name: string): boolean {
  const selector = `.${name.replace(/[^\w-]/g, '\\$&')}`;
  return css
    .split(selector)
    .slice(1)
    .some((rest) => !/^[\w-]/.test(rest));
}
