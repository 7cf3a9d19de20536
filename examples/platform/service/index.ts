import { chain, type Rule } from '@angular-devkit/schematics';
import { makeView, type MakeViewOptions, newApp, type NewOptions } from 'scaffold-flask';

type ServiceOptions = Pick<NewOptions, 'name' | 'skipInstall' | 'skipGit'>;

/** The application that each of our teams starts with. A view finds what earlier rules put into the Tree. */
export function service(options: ServiceOptions): Rule {
  const view: Omit<MakeViewOptions, 'name'> = {
    generateRoute: true,
    generateController: true,
    projectPath: options.name,
  };
  return chain([
    newApp({ ...options, db: true }),
    makeView({ ...view, name: 'status' }),
    makeView({ ...view, name: 'teams.index', generateModel: true }),
    makeView({ ...view, name: 'teams.members.index', generateModel: true }),
    (tree) => {
      tree.create(`${options.name}/CODEOWNERS`, '* @platform\n');
    },
  ]);
}
