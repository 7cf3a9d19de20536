// Specs: spec/existing/make-page.spec.ts
import type { ViewNames } from '../naming/view-names';
import type { ExistingApplication } from './application';
import type { PagePlace } from './page-place';
import { literalIn, rendererOf } from './style';
import type { PlainViewValues } from './values';

/** The values of a view function, written as its neighbours in a file with this text are. */
export function valuesOf(
  { layout, sources }: ExistingApplication,
  { route, title }: ViewNames,
  { blueprint, template, variable }: PagePlace,
  { name, path, text }: { readonly name: string; readonly path: string; readonly text: string },
): PlainViewValues {
  const literal = (value: string): string => literalIn(text, value);
  const isTyped = layout.typed.value === true;
  const titleVariable = /^\{\{ (\w+) \}\}$/.exec(String(layout.title.value))?.[1];
  const hasOwnTemplates = String(layout.templates.value).includes('{name}');
  return {
    renderer: rendererOf(sources, String(layout.layout.value)),
    blueprint: {
      variable,
      name: literal(blueprint),
      folder: hasOwnTemplates ? `, template_folder=${literal('templates')}` : '',
    },
    decorator: layout.decorator.value === 'get' ? 'get' : 'route',
    path: literal(path) + (name === route.endpoint ? '' : `, endpoint=${literal(route.endpoint)}`),
    name,
    parameters: route.parameters
      .map((each) => (isTyped ? `${each.name}: ${each.type}` : each.name))
      .join(', '),
    returns: isTyped ? ' -> str' : '',
    template: literal(template),
    handed: titleVariable === undefined ? '' : `, ${titleVariable}=${literal(title)}`,
  };
}
