import { addText } from '../../src/make-auth/texts';

const WANTED = {
  path: 'a.html',
  known: /^part/m,
  pieces: [{ place: { side: 'before', line: /^ *<\/nav>$/gm }, lines: '  part\n' }],
  isNeeded: true,
} as const;

function after(text: string | undefined): unknown {
  const { edits, notes } = addText(text, WANTED);
  return [
    ...edits.map((edit) => 'content' in edit && edit.content),
    ...notes.map(({ message }) => message),
  ];
}

describe('addText', () => {
  it('adds lines at their place', () => {
    expect(after('<nav>\n</nav>\n')).toEqual(['<nav>\n  part\n</nav>\n']);
  });

  it('keeps the ends of lines', () => {
    expect(after('<nav>\r\n</nav>\r\n')).toEqual(['<nav>\r\n  part\r\n</nav>\r\n']);
    expect(after('<nav>\r\n</nav>\n')).toEqual(['<nav>\r\n  part\n</nav>\n']);
  });

  it('adds nothing that the file has, and nothing to no file', () => {
    expect(after('part </nav>')).toEqual([]);
    expect(after(undefined)).toEqual([]);
  });

  it('tells a person if the place is missing or not the only one', () => {
    for (const text of ['<nav/>', '</nav>\n</nav>\n']) {
      expect(after(text)).toEqual(['Add to a.html:\n  part']);
    }
  });

  it('adds lines at the end of a file that does not end in a line break', () => {
    const pieces = [{ lines: 'B=\n' }];
    const { edits } = addText('A=', { path: '.env.example', known: /^B=/m, pieces });
    expect(edits).toEqual([{ kind: 'replace', path: '.env.example', content: 'A=\nB=\n' }]);
  });

  it('adds all pieces of a file whose places it has', () => {
    const pieces = [...WANTED.pieces, { lines: 'end\n' }];
    const contents = ['<nav>\n</nav>\n', '<nav/>\n'].map((text) =>
      addText(text, { ...WANTED, pieces }).edits.map((edit) => 'content' in edit && edit.content),
    );
    expect(contents).toEqual([['<nav>\n  part\n</nav>\nend\n'], ['<nav/>\nend\n']]);
  });
});
