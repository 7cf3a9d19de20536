import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { call, type Expression } from '../../src/python/expression';
import { signature, statement } from '../../src/python/layout';
import { text } from '../../src/python/literals';
import { runPythonTool } from '../support/python-tools';
import { temporaryFolder } from '../support/temporary-folder';
import { callOn } from './chains';

/** As ruff breaks lines itself: a comma that ends a list may not tell it to. */
const FRESH = ['--config', 'format.skip-magic-trailing-comma=true'];

/** What the names of one view are, of any length. */
type Names = readonly [model: string, item: string, list: string, id: string, folder: string];

const NAMES = fc
  .constantFrom(12, 40, 64, 100)
  .chain((most) => {
    const name = fc.integer({ min: 3, max: most }).map((length) => 'a'.repeat(length));
    return fc.tuple(name, name, name, name, name);
  })
  .map(([model, ...others]): Names => [`P${model}`, ...others]);

describe('layout', () => {
  it('breaks lines where ruff breaks them, for names of any length', async () => {
    const code = fc
      .sample(NAMES, { numRuns: 300, seed: 21 })
      .map((names) => [...methodsOf(names), ...routesOf(names)].join('\n'))
      .join('\n\n\n');
    const file = join(temporaryFolder(), 'code.py');
    writeFileSync(file, `${code}\n`);
    const args = ['format', '--isolated', ...FRESH, '--no-cache', file];
    const { code: exit } = await runPythonTool('ruff', args);
    expect(exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(`${code}\n`);
  });
});

function methodsOf([model, item, list, id, folder]: Names): string[] {
  const select = call('db.select', model);
  const page = (...args: Expression[]): Expression =>
    call('render_template', text(`${folder}/${item}.html`), ...args);
  const url = call('first_url', text(`${folder}.show`), text(`${list}.index`), `${id}=${id}`);
  const lines: [before: string, value: Expression, after?: string][] = [
    [`${item} = `, call('db.get_or_404', model, id)],
    ['', call('db.one_or_404', callOn(select, 'filter_by', `id=${id}`, `${item}=${item}`))],
    ['query = ', callOn(select, 'filter_by', `${id}=${id}`)],
    [
      `${list} = `,
      call('db.paginate', callOn(select, 'order_by', `${model}.id.desc()`), 'per_page=20'),
    ],
    [
      `${list} = `,
      call('db.paginate', call('query.order_by', `${model}.id.desc()`), 'per_page=20'),
    ],
    ['form = ', call(`${model}Form`, `obj=${item}`)],
    [`${item} = `, call(model)],
    [`${item} = `, call(model, `${id}=${id}`)],
    ['', call('flash', text(`The ${item} has been created.`), text('success'))],
    ['', call('db.session.delete', item)],
    ['if not ', call('form.save', item), ':'],
  ];
  return [
    `class ${model}Controller:`,
    indented(signature(item, ['self', `${id}: int`, `${list}: str`], 'ResponseReturnValue', 84), 4),
    ...lines.map(([before, value, after = '']) => indented(statement(before, value, after, 80), 8)),
    indented(statement('return ', page('form=form', `${item}=${item}`), ', 422', 76), 12),
    indented(statement('return ', call('redirect', url), '', 80), 8),
    '',
    indented(signature(list, ['self'], 'str', 84), 4),
    indented(statement('return ', page(), '', 80), 8),
    '\n',
  ];
}

function routesOf([model, item, , id, folder]: Names): string[] {
  const shown = callOn(call(`${model}Controller`), item, id);
  return [
    statement('bp = ', call('Blueprint', text(folder), '__name__'), '', 88),
    '\n',
    statement('@', call('bp.get', text(`/${folder}/<int:${id}>`), `endpoint="${item}"`), '', 88),
    signature(item, [`${id}: int`], 'ResponseReturnValue', 88),
    indented(statement('return ', shown, '', 84), 4),
    '\n',
    statement('@', call('bp.get', text(`/${folder}`)), '', 88),
    signature(folder, [], 'ResponseReturnValue', 88),
    indented(statement('return ', callOn(call(`${model}Controller`), item), '', 84), 4),
  ];
}

function indented(lines: string, width: number): string {
  return lines.replace(/^(?=.)/gm, ' '.repeat(width));
}
