// Specs: spec/upgrade/index.spec.ts
import { codeOf } from '../changing/changed-model';
import type { Project } from '../project/project';

/** A file of the application or of its tests that names a module or a template; undefined if none does. */
export function namedElsewhere(project: Project, path: string): string | undefined {
  const { templates } = project.layout;
  const isMeant = path.endsWith('.py')
    ? importing(path.replace(/(\/__init__)?\.py$/, ''))
    : (text: string): boolean => text.includes(path.replace(`${templates}/`, ''));
  return codeOf(project).find((each) => each !== path && isMeant(project.text(each)));
}

/** Whether a text imports a module: `from app.records import …`, `from . import records`. */
function importing(module: string): (text: string) => boolean {
  const [name = ''] = module.split('/').slice(-1);
  const line = new RegExp(`^\\s*(from\\s.*\\b${name}\\b|import\\s.*\\b${name}\\b)`, 'm');
  return (text) => text.includes(name) && line.test(text);
}
