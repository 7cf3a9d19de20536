// Specs: spec/make-auth/index.spec.ts
import { existsSync } from 'node:fs';
import { SchematicsException } from '@angular-devkit/schematics';
import { join } from 'node:path';
import type { App } from '../app/app';
import { UsageError } from '../errors';
import type { Layout } from '../layout';
import { type ChosenParts, PARTS, partsThat } from '../naming/auth-parts';
import { modelOfClass } from '../naming/class-names';
import { segmentsOf } from '../naming/segments';
import { PACKAGE_FOLDER } from '../package';
import { type ClassPlace, moduleOf } from '../project/class-place';
import { routesIn } from '../project/existing-routes';
import { findModel, tableOf } from '../project/models';
import type { Project } from '../project/project';
import { filesOfFolder, type GeneratedFile, renderedFile } from '../templates/template-folder';

const FOLDER = join(PACKAGE_FOLDER, 'make-auth/files');

/** What is asked for. */
export interface AuthRequest {
  /** Whether anybody may sign up. */
  readonly registration: boolean;
  readonly parts: ChosenParts;
}

/** What the templates of sign-in read. */
interface AuthValues extends AuthRequest {
  /** Whether programs have tokens, for the API. */
  readonly tokens: boolean;
  /** The class of users: its module, and its table. */
  readonly user: { readonly module: string; readonly table: string };
}

/** What sign-in has only if programs have tokens. */
export const TOKENS = 'app/tokens.py';

const SIGN_UP = '/sign-up';

/** Whether an application has the sign-in of `make:auth`. */
export function hasSignIn(project: Project): boolean {
  return project.has('app/sessions.py');
}

/** Whether a file has a model of sign-in: sessions, events, mails that wait. */
export function isModelOfSignIn(project: Project, path: string): boolean {
  return hasSignIn(project) && existsSync(join(FOLDER, 'created', `${path}.template`));
}

/** The file with the routes of sign-in. */
export function authRoutes({ routes }: Layout): string {
  return `${routes}/auth/routes.py`;
}

/** @throws UsageError for a resource of sign-in's name: the two would share routes and a controller, and a guard. */
export function refuseNameOfSignIn({ isOurs, project }: App, resource: string): void {
  if (isOurs && hasSignIn(project) && segmentsOf(resource, 'resource').join('.') === 'auth') {
    throw new UsageError(
      `auth is the name of sign-in: ${authRoutes(project.layout)} has its pages. Choose another name.`,
    );
  }
}

/** The file of routes in which anybody may sign up; undefined if they may not, or if it is missing. */
export async function signUpIn(project: Project): Promise<string | undefined> {
  const routes = await project.source(authRoutes(project.layout));
  return routes && routesIn(routes).some(({ path }) => path === SIGN_UP) ? routes.path : undefined;
}

/** The model of users. @throws SchematicsException if there is none. */
export async function findUser(project: Project): Promise<ClassPlace> {
  const user = await findModel(project, modelOfClass('User', project.layout));
  if (!user) {
    throw new SchematicsException(
      `This application has no model User. Add one to ${project.layout.models}, with id, name and email.`,
    );
  }
  return user;
}

/** What the templates of sign-in read in a project. */
export function authValues(request: AuthRequest, user: ClassPlace, tokens: boolean): AuthValues {
  const { definition, source } = user;
  return {
    ...request,
    tokens,
    user: { module: moduleOf(source), table: tableOf(definition) ?? 'users' },
  };
}

/** What the sign-in of a project consists of. */
export async function madeAuth(project: Project): Promise<AuthRequest> {
  const registration = (await signUpIn(project)) !== undefined;
  return { registration, parts: partsThat((name) => project.has(PARTS[name])) };
}

/** The files that sign-in consists of, in the order of their paths. */
export function authFiles(values: AuthValues): GeneratedFile[] {
  return filesOfFolder(join(FOLDER, 'created'), values);
}

/** What sign-in adds to a file: a module with nothing else in it, or lines. */
export function addition(name: string, values: object = {}): string {
  return renderedFile(join(FOLDER, 'added', name), values);
}
