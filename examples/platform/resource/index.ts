import { chain, type Rule, schematic } from '@angular-devkit/schematics';
import type { MakeViewOptions } from 'scaffold-flask';

type ResourceOptions = Required<Pick<MakeViewOptions, 'name' | 'projectPath'>>;

const ACTIONS = ['index', 'show', 'create', 'store', 'edit', 'update', 'destroy'];

/** The seven actions of a resource. This collection extends scaffold-flask, so `make-view` is one of its schematics. */
export function resource({ name, projectPath }: ResourceOptions): Rule {
  return chain(
    ACTIONS.map((action, index) =>
      schematic<MakeViewOptions>('make-view', {
        name: `${name}.${action}`,
        generateRoute: true,
        generateController: true,
        generateModel: index === 0,
        projectPath,
      }),
    ),
  );
}
