import { chain, type Rule } from '@angular-devkit/schematics';
import { makeResource, type MakeResourceOptions } from 'scaffold-flask';

type ResourceOptions = Required<Pick<MakeResourceOptions, 'name' | 'projectPath'>>;

/** A resource as each of our teams wants it: its pages, and one more file. */
export function resource({ name, projectPath }: ResourceOptions): Rule {
  return chain([
    makeResource({ name, projectPath, fields: ['title:string:120', 'body:text:optional'] }),
    (tree) => {
      tree.create(`${projectPath}/docs/${name}.md`, `# ${name}\n`);
    },
  ]);
}
