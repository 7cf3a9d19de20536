import { checkNothingIsLost } from './support/nothing-lost';

describe('Any command that changes resources', () => {
  it('loses nothing that a person has changed in generated files, and says what it left alone', async () => {
    await checkNothingIsLost(6);
    expect().nothing();
  });
});
