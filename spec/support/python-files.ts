import { execFileSync } from 'node:child_process';
import { findPython } from '../../src/project/python';

/** CPython's error for each file that it cannot parse, with the text. One process parses all files. */
export function refusedByPython(files: readonly string[]): string[] {
  const program = `
import ast, json, sys
for text in json.load(sys.stdin):
    try:
        ast.parse(text.encode())
    except SyntaxError as error:
        print(json.dumps(f"{error}\\n{text}"))
`;
  const output = execFileSync(findPython(), ['-c', program], {
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
  return output.split('\n').filter(Boolean);
}
