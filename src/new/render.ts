// Specs: spec/new/index.spec.ts
import type { Url } from 'node:url';
import {
  apply,
  type FileEntry,
  forEach,
  mergeWith,
  move,
  type Rule,
  type Source,
} from '@angular-devkit/schematics';
import { normalize } from '@angular-devkit/core';
import type { Changes } from '../manifest/changes';
import { compile } from '../templates/compiled-template';
import { ENDING } from '../templates/our-templates';

/**
 * Adds a folder of the running schematic to the Tree. Files that end in `.template` are rendered with the values and
 * lose the ending; the others are copied. Paths are never templates, because `__init__.py` would be one.
 *
 * @param source A folder relative to the schematic, such as `./files/project`.
 * @param target A folder of the Tree, such as `blog`.
 * @param changes Gets to know the files.
 */
export function render(source: string, target: string, values: object, changes: Changes): Rule {
  const rendered = (entry: FileEntry): FileEntry => {
    const { content, path } = entry;
    return path.endsWith(ENDING)
      ? {
          path: normalize(path.slice(0, -ENDING.length)),
          content: Buffer.from(compile({ path, text: content.toString() })(values)),
        }
      : entry;
  };
  const added = (entry: FileEntry): FileEntry => {
    const file = rendered(entry);
    changes.created(file.path.slice(1), file.content.toString());
    return file;
  };
  return mergeWith(apply(url(source), [forEach(added), move(target)]));
}

/**
 * A folder of the running schematic. The devkit's `url()` calls `url.parse()`. Node 24 warns about that on every run of
 * a bundle outside of `node_modules`, such as a linked command.
 *
 * @param path A path relative to the schematic, such as `./files`.
 */
function url(path: string): Source {
  const parsed = { protocol: null, path } as Url;
  return (context) => context.engine.createSourceFromUrl(parsed, context)(context);
}
