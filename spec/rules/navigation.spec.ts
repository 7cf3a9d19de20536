import { join } from 'node:path';
import { PythonSource } from '../../src/python/source';
import { addLink, type NavigationState } from '../../src/rules/navigation';
import { expectEditsIn } from '../python/diff';
import { AUTH } from '../support/own-auth';
import { ViewProject } from '../support/view-project';

const NAVIGATION = 'app/navigation.py';

async function stateOf(content: string | undefined, name = 'posts'): Promise<NavigationState> {
  return {
    path: NAVIGATION,
    source: content === undefined ? undefined : await PythonSource.parse(NAVIGATION, content),
    text: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    endpoint: `${name}.index`,
    guard: undefined,
    former: undefined,
  };
}

/** What a resource adds to the links. */
async function linksOf(name: string, options = {}): Promise<string | undefined> {
  const project = await (
    await ViewProject.with()
  ).makeResource(name, { model: 'User', ...options });
  return /^LINKS.*$/m.exec(project.changes[NAVIGATION] ?? '')?.[0];
}

describe('The navigation', () => {
  expectEditsIn(join(__dirname, 'navigation'), async (text, name) => {
    const [edit] = addLink(await stateOf(text, name)).edits;
    return edit?.kind === 'insert' && edit.known ? edit.known.to.toString() : text;
  });

  it('gets the line from the report if it has no list that can be edited', async () => {
    const { notes } = addLink(await stateOf('LINKS = list(links())\n'));
    expect(notes.map(({ message }) => message)).toEqual([
      `Add this to the links in ${NAVIGATION}:\n  Link("Posts", "posts.index")`,
    ]);
  });

  it('is advised about if its file is missing', async () => {
    const { notes } = addLink(await stateOf(undefined));
    expect(notes.map(({ message }) => message).join()).toContain(
      `<a class="link" href="{{ url_for('posts.index') }}">Posts</a>`,
    );
  });

  it('links to the list of a resource, also in a namespace', async () => {
    expect(await linksOf('users')).toBe('LINKS: list[Link] = [Link("Users", "users.index")]');
    expect(await linksOf('admin.users', { namespace: true })).toBe(
      'LINKS: list[Link] = [Link("Admin users", "admin.users.index")]',
    );
  });

  it('shows a link to those who can follow it, also once the resource is guarded', async () => {
    const project = await ViewProject.with(AUTH);
    await project.makeResource('users', { guard: 'admin' });
    await project.makeResource('posts', { fields: 'title', guard: 'users-write' });
    const links = (): string | undefined => /^LINKS[^]*?\n\]/m.exec(project.read(NAVIGATION))?.[0];
    const users = '    Link("Users", "users.index", guard="admin"),\n';
    expect(links()).toBe(`LINKS: list[Link] = [\n${users}    Link("Posts", "posts.index"),\n]`);
    await project.makeResource('posts', { guard: 'users' });
    expect(links()).toBe(
      `LINKS: list[Link] = [\n${users}    Link("Posts", "posts.index", guard="users"),\n]`,
    );
    const short = await ViewProject.with(AUTH);
    await short.makeResource('users');
    await short.makeResource('notes', { fields: 'title' });
    await short.makeResource('notes', { guard: 'owner' });
    expect(short.read(NAVIGATION)).toContain(
      'LINKS: list[Link] = [\n    Link("Users", "users.index"),\n    Link("Notes", "notes.index", guard="users"),\n]\n',
    );
    const old = await ViewProject.with({
      ...AUTH,
      [NAVIGATION]: project
        .read(NAVIGATION)
        .replace(/^ {4}guard: .*\n/m, '')
        .replace(/= \[[^]*?\n\]/, '= []'),
    });
    await old.makeResource('users', { guard: 'admin' });
    expect(old.read(NAVIGATION)).toContain('Link("Users", "users.index")');
  });

  it('breaks a link that is too long for a line, also with the guard that it gets later', async () => {
    const [first, second] = ['international_organizations', 'international_organization_branches'];
    const project = await ViewProject.with(AUTH);
    await project.makeResource('users');
    await project.makeResource(first, { fields: 'title' });
    await project.makeResource(second, { fields: 'title', guard: 'users' });
    await project.makeResource(first, { guard: 'users' });
    expect(project.read(NAVIGATION)).toContain(
      [
        '    Link(',
        '        "International organizations",',
        '        "international_organizations.index",',
        '        guard="users",',
        '    ),',
        '    Link(',
        '        "International organization branches",',
        '        "international_organization_branches.index",',
        '        guard="users",',
        '    ),',
      ].join('\n'),
    );
  });

  it('does not link to a list that belongs to a record, nor to a resource without a list', async () => {
    expect(await linksOf('users', { route: '/<int:year>/users' })).toBeUndefined();
    expect(await linksOf('users', { only: 'show' })).toBeUndefined();
  });
});
