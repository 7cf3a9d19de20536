import { type HeldData, refuseLoss } from '../../src/changing/held-data';

const PLACES = ['posts.title', 'posts.body'];

describe('The removal of data', () => {
  const finding = (held: HeldData) => (): Promise<HeldData> => Promise.resolve(held);

  it('is refused for what holds some', async () => {
    const findData = finding({ database: 'instance/blog.db', data: ['posts.title'] });
    await expectAsync(refuseLoss(PLACES, { findData })).toBeRejectedWithError(
      'instance/blog.db has data in posts.title. Add --delete-data to delete it. ' +
        '`scaffold undo` brings back files and schema, not values.',
    );
  });

  it('is refused if the database cannot be asked', async () => {
    const findData = finding({ reason: 'venv/bin/python is missing.' });
    await expectAsync(refuseLoss(PLACES, { findData })).toBeRejectedWithError(
      /^The database cannot be asked whether posts\.title and posts\.body hold data: venv\/bin\/python is missing\.\nAdd/,
    );
    await expectAsync(refuseLoss(PLACES, {})).toBeRejectedWithError(/cannot be asked/);
  });

  it('is fine where there is none', async () => {
    const findData = finding({ database: 'instance/blog.db', data: [] });
    await expectAsync(refuseLoss(PLACES, { findData })).toBeResolved();
  });

  it('asks nothing if it may delete data', async () => {
    const findData = jasmine.createSpy();
    await refuseLoss(PLACES, { deleteData: true, findData });
    expect(findData).not.toHaveBeenCalled();
  });
});
