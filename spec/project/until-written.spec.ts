import { Tree } from '@angular-devkit/schematics';
import { Project } from '../../src/project/project';
import { untilWritten } from '../../src/project/until-written';

function project(): Project {
  const tree = Tree.empty();
  tree.create('app/__init__.py', '');
  return new Project(tree, '.');
}

describe('untilWritten', () => {
  let asked: string[];
  const countFiles = untilWritten(
    (of: Project, { folder }: { folder: string }) => {
      asked.push(folder);
      return of.filesIn(folder).length;
    },
    ({ folder }) => folder,
  );

  beforeEach(() => {
    asked = [];
  });

  it('asks once for each question and each project', () => {
    const [one, other] = [project(), project()];
    const answers = [one, one, other].flatMap((each) =>
      ['app', 'none'].map((folder) => countFiles(each, { folder })),
    );
    expect(answers).toEqual([1, 0, 1, 0, 1, 0]);
    expect(asked).toEqual(['app', 'none', 'app', 'none']);
  });

  it('asks again once a file is written, new or another time', () => {
    const own = project();
    countFiles(own, { folder: 'app' });
    own.create('app/a.py', '');
    expect(countFiles(own, { folder: 'app' })).toBe(2);
    own.replace('app/a.py', 'x = 1\n');
    expect(countFiles(own, { folder: 'app' })).toBe(2);
    expect(asked).toEqual(['app', 'app', 'app']);
  });
});
