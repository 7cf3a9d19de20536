import { type FoundRows, refuseUnfit, type RowCheck } from '../../src/rules/unfit-rows';

const CHECK: RowCheck = {
  table: 'posts',
  column: 'title',
  where: 'length("title") > 3',
  phrase: 'more than 3 characters in title',
  advice: 'Change them first.',
};

const finding =
  (...rows: readonly FoundRows[]) =>
  (): Promise<{
    database: string;
    rows: readonly FoundRows[];
  }> =>
    Promise.resolve({ database: 'instance/blog.db', rows });

describe('Rows that do not fit a change', () => {
  it('are counted, with one of their values', async () => {
    const found = finding({ count: 12, example: "'Long'" }, { count: 1, example: null });
    await expectAsync(refuseUnfit([CHECK, CHECK], found)).toBeRejectedWithError(
      "instance/blog.db has 12 rows of posts with more than 3 characters in title, such as 'Long'. Change them first.\n" +
        'instance/blog.db has a row of posts with more than 3 characters in title. Change them first.\nNothing was written.',
    );
  });

  it('are none of our business where there are none', async () => {
    expect(await refuseUnfit([CHECK], finding({ count: 0, example: null }))).toEqual([]);
    expect(await refuseUnfit([], () => Promise.reject(new Error('asked')))).toEqual([]);
  });

  it('are named if the database cannot be asked', async () => {
    const notes = await refuseUnfit([CHECK], () => Promise.resolve({ reason: 'it is away.' }));
    expect(notes.map(({ message }) => message)).toEqual([
      'The database cannot be asked for rows that do not fit: it is away.\n' +
        'The migration fails if there are any: posts with more than 3 characters in title.',
    ]);
  });
});
