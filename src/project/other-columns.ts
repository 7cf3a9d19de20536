// Specs: spec/fields/grammar.spec.ts
import { text } from '../python/literals';
import type { Node } from '../python/node';
import { alike, type ColumnTypeRow, each, NONE, OTHER, type TypedDefault } from './column-type-row';

export const UUID: ColumnTypeRow = {
  ...OTHER,
  words: {
    uuid: {
      synonyms: ['guid'],
      details: {},
      example: 'key:uuid',
      input: 'none: each record gets its own',
    },
  },
  sqlTypes: each('UUID'),
  pythonTypes: each('UUID'),
  annotation: 'UUID',
  sqlType: () => 'Uuid',
  storedType: NONE,
  sqlFiller: `'${'0'.repeat(32)}'`,
  impliedType: 'Uuid',
  ownDefault: () => 'uuid4',
  converter: 'uuid',
  mayBeSecret: true,
  isCounted: true,
  field: NONE,
  plainField: NONE,
  json: () => alike('UUID'),
  sample: () => ({ made: 'uuid4()', sent: undefined, stored: '' }),
};

export const JSON_VALUE: ColumnTypeRow = {
  ...OTHER,
  words: {
    json: {
      synonyms: ['jsonb'],
      details: {},
      isSingle: false,
      example: 'data:json',
      input: 'a text area, must be JSON',
      filler: '{}',
    },
  },
  sqlTypes: each('JSON JSONB'),
  annotation: 'Any',
  impliedType: undefined,
  plain: { sqlType: () => 'JSON' },
  sqlType: () => 'JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")',
  storedType: () => 'sa.JSON()',
  sqlFiller: "'{}'",
  typedDefault: typedJson,
  literal: jsonLiteral,
  field: () => ({ field: 'JsonField' }),
  plainField: NONE,
  json: () => alike('JsonData'),
  sentJson: (sent) => sent,
  sample: () => ({ made: '{"size": 1}', sent: '{"size": 2}', stored: '{"size": 2}' }),
};

export const UNKNOWN: ColumnTypeRow = {
  ...OTHER,
  words: {},
  sqlTypes: {},
  sqlType: NONE,
  storedType: NONE,
  sqlFiller: "''",
  impliedType: undefined,
  mayBeSecret: true,
  isCounted: true,
  field: NONE,
  plainField: NONE,
  json: NONE,
  sample: NONE,
};

/** A default of JSON that refers to nothing else: `dict`, `"draft"`, `lambda: {"size": 3}`. */
function jsonLiteral(node: Node): string | undefined {
  const isPlain = node.descendants('identifier', 'call').length === 0;
  return isPlain || /^(dict|list)$/.test(node.text) ? node.text : undefined;
}

/** A text or a number of JSON. */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** What marks a text that stands for a number. JSON that was typed cannot have it. */
const NUMBER_MARK = '\0';

/** Python for JSON: `dict`, `True`, `lambda: {"size": 3}`. */
function typedJson(typed: string): TypedDefault {
  const numbers = (typed.match(JSON_TOKEN) ?? []).filter((each) => !each.startsWith('"'));
  if (!isJson(typed) || typed.includes('\\u') || !numbers.map(Number).every(Number.isFinite)) {
    return undefined;
  }
  // JavaScript would round long numbers.
  const exact = typed.replace(JSON_TOKEN, (each) =>
    each.startsWith('"') ? each : JSON.stringify(NUMBER_MARK + each),
  );
  const value: unknown = JSON.parse(exact);
  const python = pythonOf(value);
  const empty: Readonly<Record<string, string>> = { '{}': 'dict', '[]': 'list' };
  return typeof value === 'object' ? (empty[python] ?? `lambda: ${python}`) : python;
}

function isJson(typed: string): boolean {
  try {
    return JSON.parse(typed) !== null;
  } catch {
    return false;
  }
}

function pythonOf(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(pythonOf).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${text(key)}: ${pythonOf(each)}`);
    return `{${pairs.join(', ')}}`;
  }
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return typeof value !== 'string'
    ? (words[String(value)] ?? '')
    : value.startsWith(NUMBER_MARK)
      ? value.slice(NUMBER_MARK.length)
      : text(value);
}
