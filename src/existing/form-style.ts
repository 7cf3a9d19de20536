// Specs: spec/existing/make-resource.spec.ts
import { majority } from '../layout/finding';
import { nameIn, templateOf, templatesIn } from '../layout/jinja';
import type { Project } from '../project/project';
import type { FormMacro } from '../templates/plain-values';

/** The macro by which most pages of an application show a whole form: `wtf.quick_form(form)`; undefined if they do not. */
export function formMacroOf(project: Project): FormMacro | undefined {
  const templates = templatesIn(project, project.layout.templates);
  const forms = templates.filter(({ text }) =>
    /hidden_tag|csrf_token|quick_form|render_form/.test(text),
  );
  const calls = forms.flatMap(({ path, text }) => {
    const [, call, alias] =
      /\{\{-?\s*((\w+)\.(?:quick_form|render_form))\(\s*form\s*\)/.exec(text) ?? [];
    const pattern = new RegExp(`\\{%-?\\s*import\\s+["']([^"']+)["']\\s+as\\s+${alias}\\b`);
    const file = pattern.exec(text)?.[1];
    return file === undefined ? [] : { value: `${file} ${alias} ${call}`, place: () => path };
  });
  const best = majority(calls);
  const [file, alias, call] = best?.value.split(' ') ?? [];
  const pages = forms.filter(({ layout: extended }) => extended !== undefined);
  return best && best.count * 2 >= pages.length && file && alias && call
    ? { file, alias, call }
    : undefined;
}

/** What a page calls its form. A layout that has a form of its own takes the name `form`. */
export function formNameFor(project: Project, layout: string, record: string): string {
  const seen = new Set<string>();
  const usesForm = (name: string | undefined): boolean => {
    if (name === undefined || seen.has(name)) {
      return false;
    }
    seen.add(name);
    const path = `${project.layout.templates}/${name}`;
    const { includes, layout: above, text } = templateOf(path, project.read(path)?.toString());
    return (
      /\{[{%][^}]*(?<![\w.])form\b/.test(text.replace(/"[^"\n]*"|'[^'\n]*'/g, '""')) ||
      [...includes, nameIn(above?.expression ?? '')].some(usesForm)
    );
  };
  return usesForm(nameIn(layout) ?? layout) ? `${record}_form` : 'form';
}
