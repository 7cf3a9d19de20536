import { UsageError } from '../../src/errors';
import { parseUnique } from '../../src/fields/unique-together';

describe('parseUnique', () => {
  it('reads the fields of each constraint', () => {
    const all = [
      ['project', 'number'],
      ['user', 'day', 'room'],
    ];

    expect(parseUnique(['project+number', 'user+day+room'])).toEqual(all);
    expect(parseUnique('project+number user+day+room')).toEqual(all);
    expect(parseUnique()).toEqual([]);
  });

  const refusals: Record<string, RegExp> = {
    title: /title" is not a list of fields.*title:unique where you name the field/,
    'project+': /project" is not|project\+" is not a list/,
    'project,number': /Did you mean --unique=project\+number\?/,
    'project number+': /not a list of fields/,
    '+': /For example: --unique=project\+number/,
    'project+project': /names project twice\. For one field, type project:unique/,
    'project+number+project': /names project twice\. Did you mean --unique=project\+number\?/,
  };
  for (const [typed, message] of Object.entries(refusals)) {
    it(`refuses ${typed}`, () => {
      expect(() => parseUnique([typed])).toThrowError(UsageError, message);
    });
  }
});
