import type { PersonsFiles } from '../../support/view-project';

/** A project that a person has reshaped, and views that are added to it. */
export interface Reshaped {
  /** What differs from a new project. */
  readonly files: PersonsFiles;
  readonly views: readonly (readonly [name: string, flags: string])[];
  /** All that the application then serves, but for its start page and static files: `GET /posts posts.index`. */
  readonly urls: readonly string[];
  /** What is warned of, a piece of each message, in order. */
  readonly warnings?: readonly string[];
  /** A piece of each file that shows how it was respected. */
  readonly shows?: Readonly<Record<string, string>>;
}

export type Cases = Readonly<Record<string, Reshaped>>;

export const CONTROLLERS = 'app/controllers/__init__.py';
export const CONTROLLER = 'app/controllers/post_controller.py';
export const INIT = 'app/routes/posts/__init__.py';
export const ROUTES = 'app/routes/posts/routes.py';
export const MODELS = 'app/models/__init__.py';
export const POST = 'app/models/post.py';

export const INDEX = 'GET /posts posts.index';
export const SHOW = 'GET /posts/<int:post_id> posts.show';
export const CREATE = 'GET /posts/create posts.create';
export const STORE = 'POST /posts/create posts.store';
export const DESTROY = 'POST /posts/<int:post_id>/delete posts.destroy';

/** The lines of a file. */
export function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}
