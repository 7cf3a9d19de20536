import { type Generated, isWhole, type Manifest } from '../../src/manifest/format';
import { ViewProject } from './view-project';

/** Texts of a file, each as it is generated now and as older templates made it. */
export type OlderTexts = Readonly<
  Record<string, readonly (readonly [now: string, older: string])[]>
>;

/** A project as older templates made it: the files and the manifests have these texts. */
export async function older(project: ViewProject, texts: OlderTexts = {}): Promise<ViewProject> {
  const aged = (path: string, text: string): string =>
    (texts[path] ?? []).reduce((before, [now, then]) => before.replaceAll(now, then), text);
  refuseMissing(project, texts);
  const lines = (path: string, each: readonly string[]): string[] =>
    aged(path, each.join('\n')).split('\n');
  const generated = (path: string, each: Generated): Generated =>
    isWhole(each)
      ? lines(path, each)
      : Object.fromEntries(Object.entries(each).map(([name, one]) => [name, lines(path, one)]));
  const remembered = Object.entries(project.remembered).map(([path, text]) => {
    if (!path.endsWith('.json')) {
      return [path, text];
    }
    const manifest = JSON.parse(text) as Manifest;
    const entries = Object.entries(manifest.generated);
    const before = entries.map(([file, each]) => [file, generated(file, each)] as const);
    const kept = { ...manifest, templates: 'older', generated: Object.fromEntries(before) };
    return [path, `${JSON.stringify(kept, null, 2)}\n`];
  });
  const files = Object.entries(project.files).map(([path, text]) => [path, aged(path, text)]);
  return ViewProject.with(Object.fromEntries([...files, ...remembered]) as Record<string, string>);
}

/** A project whose owner has changed texts of files. */
export async function changed(project: ViewProject, texts: OlderTexts): Promise<ViewProject> {
  refuseMissing(project, texts);
  const files: Record<string, string> = { ...project.files, ...project.remembered };
  for (const [path, replaced] of Object.entries(texts)) {
    files[path] = replaced.reduce((text, [from, to]) => text.replace(from, to), project.read(path));
  }
  return ViewProject.with(files);
}

/** @throws Error if a text is not there: a spec would assert nothing. The soak, which has no `expect`, uses this, too. */
function refuseMissing(project: ViewProject, texts: OlderTexts): void {
  for (const [path, replaced] of Object.entries(texts)) {
    const text = project.read(path);
    const missing = replaced.find(([now]) => !text.includes(now));
    if (missing) {
      throw new Error(`${path} lacks ${missing[0]}`);
    }
  }
}
