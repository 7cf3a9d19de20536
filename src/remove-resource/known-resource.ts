// Specs: spec/remove-resource/index.spec.ts
import { SchematicsException } from '@angular-devkit/schematics';
import type { App } from '../app/app';
import { UsageError } from '../errors';
import type { Manifest } from '../manifest/format';
import { modelOfFolder } from '../naming/class-names';
import { enumeration, listed, nearestWord, quoted } from '../naming/spelling';
import { MAINS } from '../naming/view-names';
import { findModel } from '../project/models';
import { pathsBelow } from '../project/walk';
import { blueprintCalled } from '../view/blueprint-place';

const COMMAND = 'scaffold remove:resource';

/**
 * The manifest of a resource that can go.
 *
 * @throws UsageError if there is no such resource, SchematicsException if nothing tells what it consists of, or if others
 *   are below it.
 */
export async function manifestOf(app: App, name: string): Promise<Manifest> {
  const { changes } = app.project;
  const known = changes.resources;
  const manifest = changes.manifest({ resource: name });
  const children = known.filter((each) => each.startsWith(`${name}.`));
  if (manifest === undefined) {
    await refuseUnknown(app, name);
    const near = nearestWord(name, known);
    throw new UsageError(
      `There is no resource ${quoted(name)}. ` +
        (known.length === 0
          ? 'scaffold has made none here.'
          : near === undefined
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
  if (name === MAINS) {
    throw new SchematicsException(
      'mains holds single pages. Remove a page by hand: its route, its method and its template.',
    );
  }
  return manifest;
}

/** @throws SchematicsException that names what there is of a resource without a manifest, if there is anything. */
async function refuseUnknown(app: App, name: string): Promise<void> {
  const { layout } = app.project;
  const folder = name.replaceAll('.', '/');
  const found = [
    ...(await codeOfResource(app, name)),
    ...[layout.routes, layout.templates].flatMap((each) =>
      pathsBelow(app.project, `${each}/${folder}`),
    ),
  ];
  if (found.length > 0) {
    throw new SchematicsException(
      `.scaffold/resources/${name}.json is missing, so scaffold cannot tell what of ${name} is yours. Remove by hand what you ` +
        `no longer need, with what refers to it:\n${listed(found)}`,
    );
  }
}

async function codeOfResource(app: App, name: string): Promise<string[]> {
  const { project } = app;
  const { controllers, forms, tests } = project.layout;
  const model = modelOfFolder(name.replace(/^.*\./, ''), project.layout);
  if (app.isOurs) {
    return [
      model.file,
      `${forms}/${model.name}_form.py`,
      `${controllers}/${model.name}_controller.py`,
      `${tests}/test_${name.replaceAll('.', '_')}.py`,
      `${tests}/factories/${model.name}.py`,
    ].filter((path) => project.has(path));
  }
  const blueprint = blueprintCalled(app, name);
  const routes = app.routes.filter((route) => blueprint && route.blueprint === blueprint);
  const place = await findModel(project, model);
  const sources = [...(place ? [place] : []), ...(blueprint ? [blueprint] : []), ...routes].map(
    ({ source }) => source,
  );
  const withForm = app.sources.containing(`class ${model.form.className}(`);
  return [...sources, ...withForm].map(({ path }) => path);
}
