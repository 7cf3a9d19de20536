import { SchematicsException } from '@angular-devkit/schematics';
import fc from 'fast-check';
import { UsageError } from '../../src/errors';
import { SourceError } from '../../src/python/source';
import { lostFrom } from '../support/kept';
import { refusedByPython } from '../support/python-files';
import { ViewProject } from '../support/view-project';
import { generatedFiles, generatedViews } from './generated-project';

const RUNS = 250;

describe('make-view, in any project,', () => {
  it('keeps every line, leaves Python, and does nothing twice', async () => {
    const python = new Set<string>();
    const refusals: string[] = [];
    await fc.assert(
      fc.asyncProperty(generatedFiles, generatedViews, async (files, views) => {
        const project = await ViewProject.with(files);
        for (const [name, flags] of views) {
          const before = project.files;
          try {
            await project.make(name, flags);
          } catch (error) {
            const isInWords = [SourceError, SchematicsException, UsageError].some(
              (type) => error instanceof type,
            );
            expect(isInWords).withContext(String(error)).toBeTrue();
            expect(project.files).toEqual(before);
            refusals.push(String(error));
            continue;
          }
          const after = project.files;
          for (const [path, text] of Object.entries(after)) {
            const old = before[path];
            if (path.endsWith('.py') && old !== undefined && old !== text) {
              const lost = await lostFrom(path, old, text);
              expect(lost)
                .withContext(`${name} -${flags}, ${path}:\n${old}\n-----\n${text}`)
                .toEqual([]);
            }
          }
          await project.make(name, flags);
          expect(project.files).withContext(`${name} -${flags} again`).toEqual(after);
        }
        Object.entries(project.changes)
          .filter(([path]) => path.endsWith('.py'))
          .forEach(([, text]) => python.add(text));
      }),
      { numRuns: RUNS, seed: 4 },
    );
    expect(refusedByPython([...python])).toEqual([]);
    expect(python.size).toBeGreaterThan(RUNS);
    expect(refusals.length)
      .withContext(refusals.join('\n'))
      .toBeLessThan(RUNS / 4);
  });
});
