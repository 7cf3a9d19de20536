import { REFERENCE, reference } from '../scripts/reference';
import { expectFile } from './support/expected';

describe('docs/reference.md', () => {
  it('lists what the command line and the schemas say', async () => {
    expectFile(REFERENCE, await reference());
  });
});
