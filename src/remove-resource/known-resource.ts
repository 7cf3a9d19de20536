// Specs: spec/remove-resource/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import { UsageError } from '../errors';
import type { Manifest } from '../manifest/format';
import { modelOfFolder } from '../naming/class-names';
import { enumeration, nearestWord, quoted } from '../naming/spelling';
import type { Project } from '../project/project';
import { pathsBelow } from '../project/walk';
import { resourcesIn } from '../view/resource';

const COMMAND = 'scaffold remove:resource';

/**
 * The manifest of a resource that can go.
 *
 * @throws UsageError if there is no such resource, SchematicsException if nothing tells what it consists of, or if others
 *   are below it.
 */
export function manifestOf(project: Project, name: string): Manifest {
  const known = resourcesIn(project);
  const manifest = project.changes.manifest({ resource: name });
  const children = known.filter((each) => each.startsWith(`${name}.`));
  if (manifest === undefined) {
    refuseUnknown(project, name);
    const near = nearestWord(name, known);
    throw new UsageError(
      `There is no resource ${quoted(name)}. ` +
        (near === undefined
          ? `There is ${enumeration(known)}.`
          : `Did you mean ${COMMAND} ${near}?`),
    );
  }
  if (children.length > 0) {
    const commands = children.map((each) => `\n  ${COMMAND} ${each}`);
    throw new SchematicsException(
      `${enumeration(children)} ${children.length === 1 ? 'is' : 'are'} below ${name}. First run:${commands.join('')}`,
    );
  }
  if (name === 'mains') {
    throw new SchematicsException(
      'mains holds single pages. Remove a page by hand: its route, its method and its template.',
    );
  }
  return manifest;
}

/** @throws SchematicsException that names what there is of a resource without a manifest, if there is anything. */
function refuseUnknown(project: Project, name: string): void {
  const { controllers, forms, routes, templates, tests } = project.layout;
  const folder = name.replaceAll('.', '/');
  const model = modelOfFolder(name.replace(/^.*\./, ''), project.layout);
  const files = [
    model.file,
    `${forms}/${model.name}_form.py`,
    `${controllers}/${model.name}_controller.py`,
    `${tests}/test_${name.replaceAll('.', '_')}.py`,
    `${tests}/factories/${model.name}.py`,
  ].filter((path) => project.has(path));
  const found = [
    ...files,
    ...[routes, templates].flatMap((each) => pathsBelow(project, `${each}/${folder}`)),
  ];
  if (found.length > 0) {
    throw new SchematicsException(
      `.scaffold/resources/${name}.json is missing, so scaffold cannot tell what of ${name} is yours. Remove by hand what you ` +
        `no longer need, with what refers to it:\n${found.map((path) => `  ${path}`).join('\n')}`,
    );
  }
}
