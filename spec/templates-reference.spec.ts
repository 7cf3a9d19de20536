import { TEMPLATES_REFERENCE, templatesReference } from '../scripts/templates-reference';
import { expectFile } from './support/expected';

describe('docs/templates.md', () => {
  it('lists the templates of views and describes each of their values', async () => {
    expectFile(TEMPLATES_REFERENCE, await templatesReference());
  });
});
