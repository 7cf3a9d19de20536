import { bareCode } from '../../src/python/bare-code';
import { PythonSource } from '../../src/python/source';

describe('bareCode()', () => {
  it('has neither comments nor what strings say, and every position stays', async () => {
    const text = [
      'def a():',
      '    """Calls b().',
      '',
      '    # c',
      '    """',
      '    # """ d()',
      `    e("f # '", 'g')  # h("`,
      `    i(f"j {k('l')} {{m}}")`,
    ].join('\n');
    const source = await PythonSource.parse('app/a.py', text);
    const bare = bareCode(source.root);
    expect(bare.match(/\w+/g)).toEqual(['def', 'a', 'e', 'i', 'f', 'k']);
    expect(bare.length).toBe(text.length);
    expect(bare.indexOf('k(')).toBe(text.indexOf('k('));
    const [call] = source.root.descendants('call');
    expect(call && bareCode(call)).toBe(`e("     ", ' ')`);
  });
});
