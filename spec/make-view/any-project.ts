import { isDeepStrictEqual } from 'node:util';
import { SchematicsException } from '@angular-devkit/schematics';
import fc from 'fast-check';
import { UsageError } from '../../src/errors';
import { SourceError } from '../../src/python/source';
import { lostFrom } from '../support/kept';
import { refusedByPython } from '../support/python-files';
import { ViewProject } from '../support/view-project';
import { generatedFiles, generatedViews } from './generated-project';

/** What becomes of views in random projects. */
interface Outcome {
  /** How many different files of Python the runs left. */
  readonly files: number;
  /** Why runs were refused. */
  readonly refusals: readonly string[];
}

/**
 * Makes views in random projects, each twice.
 *
 * @throws an error if a line is lost, if a second run does something, if a run fails without words, or if Python refuses a file.
 */
export async function viewsInAnyProject(numRuns: number, seed: number): Promise<Outcome> {
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
          check(isInWords(error), String(error));
          check(isDeepStrictEqual(project.files, before), `${name} -${flags} changes files`);
          refusals.push(String(error));
          continue;
        }
        const after = project.files;
        for (const [path, text] of Object.entries(after)) {
          const old = before[path];
          if (path.endsWith('.py') && old !== undefined && old !== text) {
            const lost = await lostFrom(path, old, text);
            check(
              lost.length === 0,
              `${name} -${flags}, ${path}: lost ${lost.join('\n')}\n${old}\n-----\n${text}`,
            );
          }
        }
        await project.make(name, flags);
        check(isDeepStrictEqual(project.files, after), `${name} -${flags} again changes files`);
      }
      Object.entries(project.changes)
        .filter(([path]) => path.endsWith('.py'))
        .forEach(([, text]) => python.add(text));
    }),
    { numRuns, seed, includeErrorInReport: true },
  );
  const refused = refusedByPython([...python]);
  check(refused.length === 0, refused.join('\n'));
  return { files: python.size, refusals };
}

function isInWords(error: unknown): boolean {
  return [SourceError, SchematicsException, UsageError].some((type) => error instanceof type);
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) {
    throw new Error(otherwise);
  }
}
