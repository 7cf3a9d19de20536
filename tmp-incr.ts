// incremental tree equals whole tree, for random edits of real files
import { readFileSync, readdirSync } from 'node:fs';
import { PythonSource } from './src/python/source';
const shown = (n: any): string => `${n.type} ${n.startIndex}-${n.endIndex} ${n.row}:${n.endRow}\n${n.children.map(shown).join('')}`;
void (async () => {
  const lib = process.env['HOME'] + '/.pyenv/versions/3.12.1/lib/python3.12/';
  let n = 0, bad = 0, ref = 0;
  const snippets = ['x = 1\n', 'import zz\n', ' ', '"é😀"', ', a', '\n    y = 2\n', '# c\n', 'def g(): pass\n', '(1)', ' + 2'];
  for (const f of readdirSync(lib).filter((f) => f.endsWith('.py')).slice(0, 60)) {
    const src = await PythonSource.parse(f, readFileSync(lib + f)).catch(() => undefined);
    if (!src || src.text.length > 60000) continue;
    const starts = [0]; for (let i = src.text.indexOf('\n'); i >= 0; i = src.text.indexOf('\n', i + 1)) starts.push(i + 1);
    for (let k = 0; k < 12; k++) {
      const edits = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({ position: Math.random() < .6 ? starts[Math.floor(Math.random() * starts.length)]! : Math.floor(Math.random() * src.text.length), text: snippets[Math.floor(Math.random() * snippets.length)]! }));
      let e; try { e = src.insert(...edits); } catch { ref++; continue; }
      n++;
      const w = await PythonSource.parse(f, e.text).catch((x) => String(x));
      if (typeof w === 'string' || shown(w.root) !== shown(e.root)) { bad++; console.log(f, JSON.stringify(edits), typeof w === 'string' ? w : 'differs'); }
    }
  }
  console.log(n, 'edits', ref, 'refused', bad, 'differ');
})();
