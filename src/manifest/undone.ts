import { type ManifestRequest, isRecord, type Lines, parsed, serialized } from './format';
import { changedLines } from './kept-text';

/** Three versions of a manifest: as it is, as a run left it, as it was before the run. */
interface Three<Value> {
  readonly now: Value;
  readonly after: Value;
  readonly before: Value;
}

type Entries = Readonly<Record<string, unknown>>;

/**
 * A manifest without what a run wrote into it. Where something else was written since, that stays.
 *
 * @param versions As texts; `before` is undefined if the run made the manifest.
 * @returns undefined if nothing is left.
 */
export async function undoneManifest(
  path: string,
  versions: Three<string | undefined>,
): Promise<string | undefined> {
  const [now, after, before] = [versions.now, versions.after, versions.before].map((text) =>
    text === undefined ? undefined : parsed(path, text),
  );
  if (!now || !after) {
    // A run that removed the resource took its manifest, too.
    return versions.after === undefined ? (versions.now ?? versions.before) : versions.now;
  }
  const generated = await undone({
    now: now.generated,
    after: after.generated,
    before: before?.generated ?? {},
  });
  // The names and the options are those of the whole resource: they stay as long as anything of it does.
  const request = before
    ? await undone({
        now: { ...now.request },
        after: { ...after.request },
        before: { ...before.request },
      })
    : {
        ...now.request,
        actions: await undone({
          now: now.request.actions ?? {},
          after: after.request.actions ?? {},
          before: {},
        }),
      };
  const isEmpty = [generated, (request as ManifestRequest).actions ?? {}].every(
    (entries) => Object.keys(entries).length === 0,
  );
  return !before && isEmpty
    ? undefined
    : serialized({
        ...now,
        generated: generated as typeof now.generated,
        request,
        templates: before && now.templates === after.templates ? before.templates : now.templates,
      });
}

async function undone({ after, before, now }: Three<Entries>): Promise<Entries> {
  const [is, was, had] = [mapOf(now), mapOf(after), mapOf(before)];
  const entries: (readonly [string, unknown])[] = [];
  for (const name of new Set([...is.keys(), ...had.keys()])) {
    const value = await undoneValue({
      now: is.get(name),
      after: was.get(name),
      before: had.get(name),
    });
    entries.push([name, value]);
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Every object has a `constructor`; a map has only what was put into it. */
function mapOf(entries: Entries): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(entries));
}

async function undoneValue({ after, before, now }: Three<unknown>): Promise<unknown> {
  if (isSame(now, after)) {
    return before;
  }
  if (isSame(after, before)) {
    return now;
  }
  if (isRecord(now) && isRecord(after)) {
    const left = await undone({ now, after, before: isRecord(before) ? before : {} });
    return Object.keys(left).length > 0 ? left : before;
  }
  return [now, after, before].every(Array.isArray)
    ? ((await changedLines(now as Lines, { before: text(after), after: text(before) })) ?? now)
    : now;
}

function text(lines: unknown): string {
  return (lines as Lines).join('\n');
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
