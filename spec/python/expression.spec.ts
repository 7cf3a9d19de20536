import { spawn } from 'node:child_process';
import { text as read } from 'node:stream/consumers';
import { call, keyword } from '../../src/python/expression';
import { assignment, statement } from '../../src/python/layout';
import { indented } from '../../src/python/lines';
import { text } from '../../src/python/literals';
import { pythonTool } from '../support/python-tools';
import { list, subscript } from './chains';

/** As ruff breaks lines itself: a comma that ends a list may not tell it to. */
const FRESH = ['--config', 'format.skip-magic-trailing-comma=true'];

/** How far the attributes of a class are indented. */
const ROOM = 84;

const LENGTHS = Array.from({ length: 70 }, (_, index) => index + 1);

/** A name of so many letters. */
function name(length: number): string {
  return 'n'.repeat(length);
}

/** What ruff makes of a file. */
async function formatted(code: string): Promise<string> {
  const child = spawn(await pythonTool('ruff'), ['format', '--isolated', ...FRESH, '-']);
  child.stdin.end(code);
  return read(child.stdout);
}

/** An attribute of a class, for each length of its name. */
async function expectFormatted(lineOf: (name: string) => string): Promise<void> {
  const lines = LENGTHS.map((length) => indented(lineOf(name(length))));
  const code = `class Post:\n${lines.join('\n')}\n`;
  expect(await formatted(code)).toBe(code);
}

describe('What is written is laid out as ruff does, for any length of its names:', () => {
  const value = call(
    'StringField',
    text('A label'),
    keyword('filters', list('strip')),
    keyword('validators', list(call('DataRequired'), call('Length', 'max=120'))),
  );

  it('a field', () => expectFormatted((target) => statement(`${target} = `, value, '', ROOM)));

  it('a field that chooses', () =>
    expectFormatted((target) =>
      statement(
        `${target} = `,
        call('RowField', keyword('key', `${target}.id`), keyword('label', `${target}.name`)),
        '',
        ROOM,
      ),
    ));

  it('a text', () =>
    expectFormatted((target) => statement(`${target} = `, text(target), '', ROOM)));

  it('a key', () =>
    expectFormatted((target) =>
      assignment(
        `${target}_id`,
        subscript('Mapped', 'int'),
        call(
          'mapped_column',
          call('ForeignKey', text(`${target}.id`), 'ondelete="CASCADE"'),
          'index=True',
        ),
        ROOM,
      ),
    ));

  it('a relationship', () =>
    expectFormatted((target) =>
      assignment(
        target,
        subscript('Mapped', target),
        call('relationship', keyword('back_populates', text(target))),
        ROOM,
      ),
    ));

  it('a relationship to many', () =>
    expectFormatted((target) =>
      assignment(
        target,
        subscript('Mapped', subscript('list', text(target))),
        call('relationship', keyword('back_populates', text('one')), 'passive_deletes=True'),
        ROOM,
      ),
    ));
});
