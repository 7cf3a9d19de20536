// Specs: spec/setup/python-environment.spec.ts
import { VENV_PYTHON } from '../layout';
import type { App } from './app';
import { RETRIES, SILENCE } from './index-patience';
import { type Installer, runInstaller } from './installer';
import { VENV } from './venv';

const UV_VARIABLES = {
  UV_HTTP_TIMEOUT: String(SILENCE),
  UV_HTTP_CONNECT_TIMEOUT: String(SILENCE),
  UV_HTTP_RETRIES: String(RETRIES),
};

/** uv makes the environment without pip, which is then installed with the other packages. */
export function uvInstaller(app: App, uv: string): Installer {
  const run = (args: readonly string[]) =>
    runInstaller(app, uv, [...args, '--quiet'], UV_VARIABLES);
  return {
    makeEnvironment: (python) =>
      run(['venv', '--no-project', '--allow-existing', '--python', python, VENV]),
    install: (wanted) => run(['pip', 'install', '--python', VENV_PYTHON, ...wanted]),
  };
}
