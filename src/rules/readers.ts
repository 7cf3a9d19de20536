import type { Edit } from '../edit';
import { moduleOfPath, type Layout } from '../layout';
import { addMissingImports } from '../python/add-import';
import { fileOf, namesUsed } from '../python/generated';
import { isNamed } from '../python/queries';
import { isSorted, natural, placeIn } from '../python/order';
import { withoutImport } from '../python/removal';
import { itemAt, type Sequence } from '../python/sequence';
import type { PythonSource } from '../python/source';
import { EITHER, EVERYBODY, type ReadersTable, readersTable } from '../view/readers';
import type { ReadersState } from '../view/readers-state';
import type { Templates } from '../templates/templates';
import { edited, noted, NOTHING, type Outcome, warning } from './outcome';

/** Writes who may read the records of a model into the table of readers, and makes the words of the table. */
export function addReaders(
  state: ReadersState | undefined,
  layout: Layout,
  templates: Templates,
): Outcome {
  if (state === undefined) {
    return NOTHING;
  }
  const { fields, model, opened, readers, table: source, words } = state;
  const table = readersTable(source);
  const value = readers.length > 1 ? `${EITHER}(${readers.join(', ')})` : readers.join('');
  const own = table?.entries.find(({ className }) => className === model.className)?.value.text;
  const needed = namesIn(value).filter((name) => !namesIn(own ?? '').includes(name));
  const missing = words && needed.find((name) => !isNamed(words, words.root, name));
  if (!table || missing !== undefined) {
    const what = table ? `${layout.guards} lacks ${String(missing)}.` : 'The table is no literal.';
    return noted(
      warning(
        `${layout.readers} does not say who may read ${model.className}. ${what} Add this to READERS:\n` +
          `  ${model.className}: ${value}`,
        layout.readers,
      ),
    );
  }
  const made = templates.module('guards.py', layout.guards, { package: layout.package });
  const edits: Edit[] = [
    ...(words
      ? []
      : [
          {
            kind: 'create' as const,
            path: layout.guards,
            content: fileOf(made),
            home: 'application' as const,
          },
        ]),
    {
      kind: 'replace',
      path: source.path,
      content: withReaders(source, table, state, value, moduleOfPath(layout.guards)).toString(),
    },
  ];
  const reader = opened === EVERYBODY ? 'Everybody' : 'Every user';
  return edited(
    edits,
    ...(opened === undefined
      ? []
      : [`${reader} may now read each ${model.phrase}: ${source.path} says so.`]),
    ...fields.map(
      (place) =>
        `${place} offers each ${model.phrase} only to those who may read it. If others use that form, guard its resource, too.`,
    ),
  );
}

function withReaders(
  source: PythonSource,
  table: ReadersTable,
  { model: { className, module } }: ReadersState,
  value: string,
  guards: string,
): PythonSource {
  const entry = table.entries.find((each) => each.className === className);
  const changed = entry
    ? source.replace({ start: entry.value.startIndex, end: entry.value.endIndex }, value)
    : withEntry(source, table, className, `${className}: ${value}`);
  const known = namesIn(entry?.value.text ?? '');
  const imports = namesIn(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({ module: guards, name }));
  const imported = addMissingImports(changed, [...imports, { module, name: className }]);
  const used = namesUsed(imported.root);
  const unused = entry ? namesIn(entry.value.text).filter((name) => !used.has(name)) : [];
  return unused.reduce(withoutImport, imported);
}

function withEntry(
  source: PythonSource,
  { entries, sequence }: ReadersTable,
  className: string,
  item: string,
): PythonSource {
  const names = entries.map((entry) => entry.className);
  const index = placeIn(names, className, isSorted(names, natural) ? natural : undefined);
  return source.insert(
    ...(names.length === 0
      ? onOwnLine(source, sequence, item)
      : itemAt(source, sequence, index, item)),
  );
}

function onOwnLine({ style }: PythonSource, { open }: Sequence, item: string) {
  const { indent, newline } = style;
  return [{ position: open?.endIndex ?? 0, text: `${newline}${indent}${item},${newline}` }];
}

/** The names in a value of the table: `either` and `admins`. */
function namesIn(value: string): string[] {
  return [...value.replaceAll(/"[^"]*"/g, '').matchAll(/\w+/g)].map(([name]) => name);
}
