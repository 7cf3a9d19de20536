import { formattedAs } from '../../src/python/formatted-as';
import { PythonSource } from '../../src/python/source';

const GENERATED = `@bp.get(
    "/posts",
)
def index(q: str = "") -> str:
    if q:
        return show(
            q, 1
        )
    return "none"
`;

const FORMATTED = `@bp.get("/posts")
def index(q: str = "") -> str:
    if (q):
        return show(q, 1)
    return 'none'
`;

async function laidOut(text: string, model: string): Promise<string> {
  const [source, other] = [
    await PythonSource.parse('a.py', text),
    await PythonSource.parse('a.py', model),
  ];
  return formattedAs(source, other);
}

describe('formattedAs', () => {
  it('lays out each statement as the other file does', async () => {
    expect(await laidOut(GENERATED, FORMATTED)).toBe(FORMATTED);
  });

  it('keeps statements that the other file lacks, or has at another indentation', async () => {
    const other = 'def index(q: str = "") -> str:\n    return show(q, 1)\n';
    expect(await laidOut(GENERATED, other)).toBe(GENERATED);
  });
});
