import { UsageError } from '../../src/errors';
import type { Field } from '../../src/fields/words';
import { parseField } from '../../src/fields/grammar';
import { COLUMN_TYPES } from '../../src/project/column-types';

/** What a field says beside its name, its spelling and what is not set. */
function said({ name, typed, word, ...field }: Field): object {
  const set = Object.entries(field).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(set);
}

/** The default of a field, as Python. */
function defaultOf(typed: string): string | undefined {
  const { default: value = '', type } = parseField(typed);
  return COLUMN_TYPES[type.kind].typedDefault(value, type);
}

const LINE = { kind: 'string', length: 255 };

const FIELDS: Record<string, object> = {
  title: { type: LINE },
  'title:string': { type: LINE },
  'title:optional': { type: LINE, isOptional: true },
  'title:string:120:unique': { type: { kind: 'string', length: 120 }, isUnique: true },
  'title:unique:index:required': { type: LINE, isUnique: true, isIndexed: true },
  'body:text:optional': { type: { kind: 'text' }, isOptional: true },
  'views:integer:default=0': { type: { kind: 'integer', bits: 32 }, default: '0' },
  'size:bigint': { type: { kind: 'integer', bits: 64 } },
  'weight:float': { type: { kind: 'float' } },
  'priority:integer:min=01:max=5': { type: { kind: 'integer', bits: 32, min: '1', max: '5' } },
  'ratio:float:min=0:unlisted': { type: { kind: 'float', min: '0' }, isUnlisted: true },
  'price:decimal:10:2:min=0.50:optional': {
    type: { kind: 'decimal', precision: 10, scale: 2, min: '0.50' },
    isOptional: true,
  },
  'views:integer:maximum=-0:default=-3': {
    type: { kind: 'integer', bits: 32, max: '0' },
    default: '-3',
  },
  'price:decimal': { type: { kind: 'decimal', precision: 10, scale: 2 } },
  'price:decimal:12:4': { type: { kind: 'decimal', precision: 12, scale: 4 } },
  'price:decimal:1:optional': {
    type: { kind: 'decimal', precision: 1, scale: 1 },
    isOptional: true,
  },
  'done:boolean': { type: { kind: 'boolean' } },
  'on:date': { type: { kind: 'date' } },
  'at:time': { type: { kind: 'time' } },
  'starts:datetime': { type: { kind: 'datetime', isAware: true } },
  'status:enum:draft:in-review:optional': {
    type: { kind: 'enum', values: ['draft', 'in-review'] },
    isOptional: true,
  },
  'author:references': { type: { kind: 'foreign key' }, model: 'author', onDelete: 'RESTRICT' },
  'author:references:users:cascade': {
    type: { kind: 'foreign key' },
    model: 'users',
    onDelete: 'CASCADE',
  },
  'author:references:nullify': {
    type: { kind: 'foreign key' },
    model: 'author',
    onDelete: 'SET NULL',
    isOptional: true,
  },
  'labels:many': { type: { kind: 'many' }, model: 'labels', isOptional: true },
  'tags:m2m:labels:required:unlisted': {
    type: { kind: 'many' },
    model: 'labels',
    isUnlisted: true,
  },
  'email:email': { type: { kind: 'string', length: 254, format: 'email' } },
  'site:url': { type: { kind: 'string', length: 2048, format: 'url' } },
  'key:uuid': { type: { kind: 'uuid' } },
  'data:json': { type: { kind: 'json' } },
  'pin:string:4:secret:optional': {
    type: { kind: 'string', length: 4 },
    isOptional: true,
    isSecret: true,
  },
  'key:uuid:secret': { type: { kind: 'uuid' }, isSecret: true },
  // The default takes the rest.
  'opens:time:default=09:30': { type: { kind: 'time' }, default: '09:30' },
  'motto:optional:default=a:b, {c}!': { type: LINE, isOptional: true, default: 'a:b, {c}!' },
  'motto:default=': { type: LINE, default: '' },
  // Synonyms, in any case
  'views:INT': { type: { kind: 'integer', bits: 32 } },
  'title:str:20:Uniq': { type: { kind: 'string', length: 20 }, isUnique: true },
  'done:bool:null': { type: { kind: 'boolean' }, isOptional: true },
  'at:timestamp': { type: { kind: 'datetime', isAware: true } },
  'price:numeric:8:2': { type: { kind: 'decimal', precision: 8, scale: 2 } },
  'user:belongs_to': { type: { kind: 'foreign key' }, model: 'user', onDelete: 'RESTRICT' },
  // Rails' spelling
  'title:string{120}': { type: { kind: 'string', length: 120 } },
  'price:decimal{10,2}!': { type: { kind: 'decimal', precision: 10, scale: 2 } },
  'title!': { type: LINE },
  'price:decimal:10,4': { type: { kind: 'decimal', precision: 10, scale: 4 } },
  'title:string,': { type: LINE },
};

const DEFAULTS: Record<string, string> = {
  'a:default=draft': '"draft"',
  'a:text:default="x"': `'"x"'`,
  'a:integer:default=-007': '-7',
  'a:bigint:default=9223372036854775807': '9223372036854775807',
  'a:float:default=3': '3.0',
  'a:decimal:default=09.5': 'Decimal("9.5")',
  'a:decimal:default=-05': 'Decimal(-5)',
  'a:decimal:2:2:default=0.25': 'Decimal("0.25")',
  'a:boolean:default=yes': 'True',
  'a:boolean:default=0': 'False',
  'a:date:default=2024-02-29': 'date(2024, 2, 29)',
  'a:date:default=today': 'lambda: utc_now().date()',
  'a:time:default=23:59:01': 'time(23, 59, 1)',
  'a:time:default=now': 'lambda: utc_now().time()',
  'a:datetime:default=2026-11-22T09:30Z': 'datetime(2026, 11, 22, 9, 30, tzinfo=UTC)',
  'a:datetime:default=now': 'utc_now',
  'a:json:default={}': 'dict',
  'a:json:default=[]': 'list',
  'a:json:default={"a": [true, null, "b"]}': 'lambda: {"a": [True, None, "b"]}',
  'a:json:default=5': '5',
  'a:json:default={"a": [12345678901234567890, -1.50, 1e5, "2"]}':
    'lambda: {"a": [12345678901234567890, -1.50, 1e5, "2"]}',
  'a:email:default=a@b': '"a@b"',
  'a:url:default=HTTP://b': '"HTTP://b"',
};

const REFUSED: Record<string, RegExp> = {
  '': /it has no name\.$/,
  ':string': /it has no name\.$/,
  'title:': /it has nothing behind a colon\. Did you mean title:string\?$/,
  'title::string': /it has nothing behind a colon\. Did you mean title:string\?$/,
  'title:string:': /it has nothing behind a colon\. Did you mean title:string\?$/,
  'title::unique:default=a::b': /Did you mean title:unique:default=a::b\?$/,
  'title:string{}': /it has nothing behind a colon\. Did you mean title:string\?$/,
  'title:strng': /"strng" is not a type\. The types are string, .* Did you mean title:string\?$/,
  'labels:many:labels:unique':
    /a many-to-many field cannot have the modifier unique\. Did you mean labels:many:labels\?$/,
  'labels:many:index': /cannot have the modifier index\. Did you mean labels:many\?$/,
  'labels:many:secret': /a many-to-many field cannot have the modifier secret/,
  'labels:many:cascade': /a many-to-many field cannot have the modifier cascade/,
  'labels:many:default=3':
    /a many-to-many field cannot have a default\. Did you mean labels:many\?$/,
  // A suggestion is a field.
  'title:strng:unqiue': /"strng" is not a type.* Did you mean title:string:unique\?$/,
  'title:emial:title': /"emial" is not a type\. The types are [^.]*\.$/,
  'title:string120': /Did you mean title:string:120\?$/,
  'title:unqiue': /Did you mean title:unique\?$/,
  'title:string:20:optinal':
    /not a modifier of a string.* Did you mean title:string:20:optional\?$/,
  'title:string:default:x': /Did you mean title:string:default=x\?$/,
  'title:string:defualt=x': /Did you mean title:string:default=x\?$/,
  'title:string:x1': /"x1" is not a modifier of a string\. The modifiers are optional, /,
  'title:string:0': /the length of a string must be from 1 to 10485760/,
  'title:string:20:5': /"5" is not a modifier/,
  'price:decimal:2:5': /a decimal has .* Did you mean price:decimal:10:2\?$/,
  'price:decimal:0': /a decimal has/,
  'status:enum': /an enum needs its values\. Did you mean status:enum:draft:published\?$/,
  'status:enum:optional': /an enum needs its values/,
  'status:enum:a:b:a': /it has the value "a" twice\.$/,
  'status:enum:in-x:in_x': /"in-x" and "in_x" would both be IN_X in the model\.$/,
  'status:enum:a:A': /"a" and "A" would both be A in the model\.$/,
  'status:enum:1st': /"1st" is not a valid enum value/,
  'status:enum:in review': /"in review" is not a valid enum value/,
  [`status:enum:${'x'.repeat(51)}`]: /has more than 50 characters/,
  'status:enum:a:optional:b': /"b" is not a modifier of an enum/,
  'status:enum:a:b:default=c': /"c" is not a valid default for an enum of a and b\.$/,
  'priority:integer:min=5:max=1':
    /its min, 5, is above its max, 1\. Did you mean priority:integer:min=1:max=5\?$/,
  'priority:integer:min': /min needs a number\. Did you mean priority:integer:min=0\?$/,
  'priority:integer:min:1:max:5': /min needs .* Did you mean priority:integer:min=1:max=5\?$/,
  'priority:integer:min=x': /"x" is not a valid min .* Did you mean priority:integer:min=0\?$/,
  'priority:integer:mn=1': /Did you mean priority:integer:min=1\?$/,
  'priority:integer:min=1.5': /"1.5" is not .* Did you mean priority:integer:min=2\?$/,
  'priority:integer:max=1.5': /"1.5" is not .* Did you mean priority:integer:max=1\?$/,
  'priority:integer:max=3000000000': /is not a valid max for an integer of 32 bits\.$/,
  'priority:integer:min=1:min=2': /it has min twice\.$/,
  'price:decimal:10:2:min=0.001': /Did you mean price:decimal:10:2:min=0.01\?$/,
  'ratio:float:min=1e3': /"1e3" is not .* Did you mean ratio:float:min=1000\?$/,
  'title:string:min=3':
    /a string field cannot have the modifier min\. Did you mean title:string\?$/,
  'status:enum:a:b:max=3': /an enum field cannot have the modifier max\. /,
  'priority:integer:min=1:max=5:default=9': /field: its default, 9, is above its max, 5\.$/,
  'priority:integer:min=1:default=0': /field: its default, 0, is below its min, 1\.$/,
  'price:decimal:default=9:max=5': /field: its default, 9, is above its max, 5\.$/,
  'priority:integer:default=3:optional:max=5':
    /comes last, .* Did you mean priority:integer:optional:max=5:default=3\?$/,
  'status:enum:a:b:default=c:index': /"c" is not a valid default for an enum of a and b\.$/,
  'at:time:default=24:00:optional': /"24:00" is not a valid default for a time\.$/,
  'at:time:default=09:30:optional': /Did you mean at:time:optional:default=09:30\?$/,
  'views:integer:default=x': /"x" is not a valid default for an integer of 32 bits\.$/,
  'views:integer:default=2147483648': /is not a valid default/,
  'price:decimal:4:2:default=100': /is not a valid default for a decimal of 4 digits, 2 of them/,
  'price:decimal:default=1.234': /is not a valid default/,
  'weight:float:default=1e400': /is not a valid default/,
  'title:string:2:default=abc':
    /"abc" is not a valid default for a string of at most 2 characters\.$/,
  'done:boolean:default=maybe': /is not a valid default for a boolean\.$/,
  'on:date:default=2026-02-30': /is not a valid default for a date\.$/,
  'on:date:default=2026-01-01T10:00': /is not a valid default for a date\.$/,
  'at:time:default=24:00': /is not a valid default for a time\.$/,
  'at:datetime:default=2026-01-01': /is not a valid default for a datetime\.$/,
  'data:json:default={': /is not a valid default for a json\.$/,
  'data:json:default=[1e400]': /is not a valid default for a json\.$/,
  'data:json:default=[01]': /is not a valid default for a json\.$/,
  'data:json:default=null': /is not a valid default for a json\.$/,
  'site:url:default=javascript:alert(1)': /is not a valid default for a url/,
  'key:uuid:default=x': /is not a valid default for a uuid\.$/,
  'author:references:default=1': /is not a valid default for a reference\.$/,
  'token:string:secret': /it needs optional or a default\. Did you mean token:string:secret:opt/,
  'title:optional:required': /it is required and optional at once\.$/,
  'author:references:required:nullify': /it is required and nullify at once\.$/,
  'author:references:cascade:restrict': /it is restrict and cascade at once\.$/,
  'title:string:cascade':
    /a string field cannot have the modifier cascade\. Did you mean title:string\?$/,
  'data:json:unique': /a json field cannot have the modifier unique\. Did you mean data:json\?$/,
  'author_id:references:users': /Did you mean author:references:users\?$/,
  [`${'x'.repeat(61)}:references`]: /the name of its column, x+…, has 64 characters/,
  ['x'.repeat(64)]: /its name has 64 characters, but at most 63 are allowed\.$/,
  'class:string': /class is a Python keyword\.$/,
  'id:integer': /every model already has id\.$/,
  'created_at:datetime': /every model already has created_at\.$/,
  'metadata:json': /SQLAlchemy already uses metadata\.$/,
  'query_class:string': /SQLAlchemy already uses query_class\.$/,
  'self:string': /SQLAlchemy already uses self\.$/,
  'int:integer': /the model's file uses Python's own int\.$/,
  'datetime:datetime': /the model's file imports datetime\.$/,
  'errors:integer': /forms already use errors\.$/,
  'post_process:boolean': /forms already use post_process\.$/,
  'on_submit:text': /forms already use on_submit\.$/,
  'validate_csrf_token:text': /forms already use validate_csrf_token\.$/,
  'Title:string': /Did you mean title:string\?$/,
  naïve: /Did you mean naive\?$/,
  'título:string': /Did you mean titulo:string\?$/,
  'first-name': /Did you mean first_name\?$/,
  '1st': /Did you mean st\?$/,
  _hidden: /Did you mean hidden\?$/,
  prix_é: /only lower-case ASCII letters/,
  'a\nb:string': /only lower-case ASCII letters/,
};

describe('parseField', () => {
  for (const [typed, expected] of Object.entries(FIELDS)) {
    it(`reads ${typed}`, () => {
      expect(said(parseField(typed))).toEqual(expected);
    });
  }

  it('spells a field so that it can be typed again, with the right word for its type', () => {
    for (const [typed, expected] of [
      ['title', 'title:string'],
      ['price:numeric{10,2}!', 'price:decimal:10:2:required'],
      ['opens:time:default=09:30', 'opens:time:default=09:30'],
    ] as const) {
      expect(parseField(typed).typed).toBe(expected);
      expect(parseField(expected)).toEqual(parseField(typed));
    }
  });

  it('takes a name of 63 characters', () => {
    expect(parseField('x'.repeat(63)).name.length).toBe(63);
    expect(parseField(`${'x'.repeat(60)}:references`).name.length).toBe(60);
  });

  for (const [typed, expected] of Object.entries(DEFAULTS)) {
    it(`makes Python of the default in ${typed}`, () => {
      expect(defaultOf(typed)).toBe(expected);
    });
  }

  for (const [typed, message] of Object.entries(REFUSED)) {
    it(`refuses ${JSON.stringify(typed)}, and says why`, () => {
      expect(() => parseField(typed)).toThrowMatching((error: Error) => {
        expect(error.message).toMatch(/^"[^\n]* cannot be a field: [^\n]+[.?]$/);
        expect(error.message).toMatch(message);
        return error instanceof UsageError;
      });
    });
  }
});
