// Specs: spec/acceptance/undo-command.spec.ts
import { posix } from 'node:path';
import { enumeration, snakeCase } from '../../naming/spelling';
import { adviceFor } from '../../project/environment';
import type { Files } from '../../project/files';
import { VERSIONS } from '../../layout';
import { migrationCommands } from '../../rules/migration-advice';
import type { Restored } from './take-back';

const CLASS = /^class (\w+)\(/gm;
const TABLE = /__tablename__\s*=\s*["'](\w+)["']/g;

/**
 * What a person still has to do about the database after an undo: its models may have tables from migrations that stay,
 * and its migration may have made tables of models that stay.
 *
 * @param restored The files of the run.
 * @param unmade The tables that went with its migration.
 * @param files Of the project, as they were before.
 */
export function databaseAdvice(
  restored: readonly Restored[],
  unmade: readonly string[],
  files: Files,
): string | undefined {
  const lost = restored.flatMap(({ now, content }) => {
    const left = tablesIn(content);
    return tablesIn(now).filter((table) => !left.includes(table));
  });
  const gone = restored.filter(({ content }) => !content).map(({ path }) => path);
  const makers = files
    .filesIn(VERSIONS)
    .map((name) => posix.join(VERSIONS, name))
    .filter((path) => path.endsWith('.py') && !gone.includes(path));
  const reasons = [
    ...makers.flatMap((path) => {
      const text = files.read(path)?.toString('latin1') ?? '';
      const made = lost.filter((table) =>
        new RegExp(`create_table\\(\\s*["']${table}["']`).test(text),
      );
      return made.length > 0
        ? `${path} stays, with its table ${enumeration(made)}: this run did not make it.`
        : [];
    }),
    ...unmade
      .filter((table) => !lost.includes(table))
      .map((table) => `The table ${table} is gone from the database, but its model stays.`),
  ];
  return reasons.length > 0
    ? adviceFor(
        files,
        `${reasons.join(' ')} To make the database match the models:\n${migrationCommands()}`,
      )
    : undefined;
}

/** The tables that models say they have, and those that Flask-SQLAlchemy derives from their classes, each once. */
function tablesIn(content: Buffer | undefined): string[] {
  const text = content?.toString('latin1') ?? '';
  const said = [...text.matchAll(TABLE)].map(([, name = '']) => name);
  const derived = [...text.matchAll(CLASS)].map(([, name = '']) => snakeCase(name));
  return [...new Set([...said, ...derived])];
}
