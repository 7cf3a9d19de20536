import { readFileSync } from 'node:fs';
import { REFERENCE, reference } from '../scripts/reference';

describe('docs/reference.md', () => {
  it('is what `npm run build:reference` makes of the command line and the schemas', async () => {
    expect(readFileSync(REFERENCE, 'utf8')).toBe(await reference());
  });
});
