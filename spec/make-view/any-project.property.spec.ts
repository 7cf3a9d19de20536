import { viewsInAnyProject } from './any-project';

const RUNS = 100;

describe('make-view, in any project,', () => {
  it('keeps every line, leaves Python, and does nothing twice', async () => {
    const { files, refusals } = await viewsInAnyProject(RUNS, 4);
    expect(files).toBeGreaterThan(RUNS);
    expect(refusals.length)
      .withContext(refusals.join('\n'))
      .toBeLessThan(RUNS / 4);
  });
});
