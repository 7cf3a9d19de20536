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
  const filesIn = untilWritten(
    (of: Project, { folder }: { folder: string }) => {
      asked.push(folder);
      return of.filesIn(folder);
    },
    ({ folder }) => folder,
  );

  beforeEach(() => {
    asked = [];
  });

  it('asks once for each question and each project', () => {
    const [one, other] = [project(), project()];
    const answers = [one, one, other].flatMap((each) =>
      ['app', 'none'].map((folder) => filesIn(each, { folder })),
    );
    expect(answers).toEqual([['__init__.py'], [], ['__init__.py'], [], ['__init__.py'], []]);
    expect(asked).toEqual(['app', 'none', 'app', 'none']);
  });

  it('asks again once a file is written, new or another time', () => {
    const own = project();
    filesIn(own, { folder: 'app' });
    own.create('app/a.py', '');
    expect(filesIn(own, { folder: 'app' })).toContain('a.py');
    own.replace('app/a.py', 'x = 1\n');
    expect(filesIn(own, { folder: 'app' })).toContain('a.py');
    expect(asked).toEqual(['app', 'app', 'app']);
  });
});
