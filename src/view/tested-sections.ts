// Specs: spec/make-resource/section-tests.spec.ts
import { GUARDS } from '../naming/guards';
import type { Column } from '../project/column-type';
import type {
  FactoryNames,
  TestedLabel,
  TestedRecord,
  TestedSection,
} from '../templates/test-values';
import { EVERYBODY, ownerPathOf, type Readers } from './readers';
import type { Section } from './view-data';
import { SIGNED_IN } from './tested-records';
import { mayRead, type Visitor } from './tested-requests';
import type { View } from './view';

/** What the values are made of. */
interface SectionSources {
  readonly views: readonly View[];
  readonly record: TestedRecord;
  readonly factories: ReadonlyMap<string, FactoryNames>;
  /** Who may read the records of a model, by its class. */
  readonly readers: ReadonlyMap<string, Readers>;
  readonly visitor: Visitor | undefined;
  /** Two texts of the column that people know records by; undefined if it takes no words. */
  readonly labelOf: (columns: readonly Column[]) => TestedLabel | undefined;
}

/**
 * What tests expect of a page: the records that belong to its own one, for those who may read them. A page of a person may
 * show none.
 */
export function testedSections(sources: SectionSources): TestedSection[] {
  return sources.views.flatMap((view) => {
    const page = view.page?.existing ?? view.page?.text ?? '';
    const shown = view.sections.filter(({ values }) => page.includes(values.found));
    return shown.flatMap((section) => testedSection(view, section, sources) ?? []);
  });
}

function testedSection(
  { guard, names: { model: page } }: View,
  { column, record: { columns, model }, values }: Section,
  { factories, labelOf, readers: all, record, visitor }: SectionSources,
): TestedSection | undefined {
  const factory = factories.get(model.className);
  const label = labelOf(columns);
  const isByKey = column.references?.endsWith(`.${record.key}`) ?? column.kind === 'many';
  if (!factory || !label || !page || !isByKey) {
    return undefined;
  }
  const readers = all.get(model.className) ?? [EVERYBODY];
  const owner = readers.map(ownerPathOf).find((path) => path !== undefined);
  const [first = '', ...further] = owner?.split('.') ?? [];
  const ownedBy = columns.find(({ name }) => name === `${first}_id` || name === first)?.name;
  const isOwned = further.length === 0 && ownedBy !== undefined && ownedBy !== column.name;
  const isAll = mayRead(visitor, { readers });
  const isOwners = !isAll && visitor !== undefined && isOwned;
  // Who may open the page is the owner.
  const isBelowOwn = visitor !== undefined && further.length > 0 && ownedBy === column.name;
  const isMany = column.kind === 'many';
  const given = isMany
    ? `${column.name}=[db.session.get_one(${page.className}, ${record.fixture})]`
    : `${column.name}=${record.fixture}`;
  return {
    ...factory,
    name: values.id.replaceAll('-', '_'),
    label,
    given: isOwners ? `${given}, ${ownedBy}=${SIGNED_IN}` : given,
    givenToOther: isOwners ? given : '',
    isShown: isAll || isOwners || isBelowOwn,
    isHiddenFromStrangers:
      guard !== undefined && GUARDS[guard.word].reads === undefined && !readers.includes(EVERYBODY),
  };
}
