import { namesBoundIn } from '../python/assignments';
import type { Project } from './project';

/** Where people make `db`, the generated place first. */
const PLACES = ['app/extensions', 'app/__init__', 'app/db', 'app/database', 'app/models/__init__'];

/** The module that makes `db`: `app.extensions`. */
export async function databaseModule(project: Project): Promise<string> {
  for (const place of PLACES) {
    const source = await project.source(`${place}.py`);
    if (source && namesBoundIn(source.root).has('db')) {
      return place.replace(/\/__init__$/, '').replaceAll('/', '.');
    }
  }
  return 'app.extensions';
}
