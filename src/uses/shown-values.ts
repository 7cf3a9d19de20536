import { templateOf } from '../layout/jinja';
import { stringValue } from '../python/node';
import { callOf } from '../python/queries';
import type { PythonSource } from '../python/source';
import { Kinds } from './kinds';
import type { CertainKind, ShownValues, UsedModel } from './used-model';

type Values = ReadonlyMap<string, CertainKind | undefined>;

/**
 * What templates are given by the code that shows them: `render_template("edit.html", form=form)`. What is not the same in all
 * places is uncertain.
 *
 * @param sources The files that name the model or its form.
 * @param templates The texts of templates, by their names.
 */
export function shownValues(
  sources: readonly PythonSource[],
  templates: ReadonlyMap<string, string>,
  model: Omit<UsedModel, 'shown'>,
): ShownValues {
  const given = new Map<string, Values[]>();
  const give = (name: string, values: Values, above: readonly string[] = []): void => {
    const text = templates.get(name);
    if (text !== undefined && !above.includes(name)) {
      const template = templateOf(name, text);
      const all = withOwn(template.text, values);
      given.set(name, [...(given.get(name) ?? []), all]);
      template.includes.forEach((each) => {
        give(each, all, [...above, name]);
      });
    }
  };
  for (const source of sources) {
    const kinds = new Kinds(source, model);
    for (const node of source.root.descendants('call')) {
      const { keywords, positional } = callOf(node) ?? {};
      const name = stringValue(positional?.[0]);
      if (keywords && name !== undefined && templates.has(name)) {
        give(name, new Map([...keywords].map(([key, value]) => [key, kinds.kindOf(value)])));
      }
    }
  }
  return new Map([...given].map(([name, all]) => [name, agreed(all)]));
}

/** What a page binds itself: each name, and the list whose items it is bound to. */
const BOUND =
  /\{%[-+]?\s*(?:for\s+(\w+)\s+in\s+(\w+)|(?:for|set|with|macro\s+\w+|import\s[^%]*?\sas)([^%=]*))/g;

/** The variables of a page, with those of its loops. One that the page gives another value, too, is uncertain. */
function withOwn(code: string, given: Values): Values {
  const own = [...code.matchAll(BOUND)].flatMap(([, item, list = '', names = '']): Values[] =>
    item === undefined
      ? [new Map(names.match(/\w+/g)?.map((name) => [name, undefined]))]
      : [new Map([[item, given.get(list) === 'list' ? 'record' : undefined]])],
  );
  return agreed([given, ...own]);
}

function agreed(all: readonly Values[]): Values {
  return new Map(
    all
      .flatMap((values) => [...values.keys()])
      .map((name) => {
        const kinds = all.filter((values) => values.has(name)).map((values) => values.get(name));
        return [name, kinds.every((kind) => kind === kinds[0]) ? kinds[0] : undefined];
      }),
  );
}
