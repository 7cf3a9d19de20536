/** `app` for `app.routes.posts`, and for `app/routes/posts.py`. */
export function topLevel(module: string): string {
  return module.split(/[./]/)[0] ?? '';
}

/** The package that a module is in, and its name there: `app.routes` and `posts` for `app.routes.posts`. */
export function packageAndName(module: string): [parent: string, name: string] {
  const end = module.lastIndexOf('.');
  return [module.slice(0, Math.max(end, 0)), module.slice(end + 1)];
}
