// Specs: spec/merge/with-added.spec.ts
/** How a merge ended: with a content, or with the lines of the present content that begin what it could not merge. */
export type Merge = { readonly content: Buffer } | { readonly conflicts: readonly number[] };

/** A difference between two versions: a start and a length in each. */
export interface Difference {
  readonly buffer1: readonly [start: number, length: number];
  readonly buffer2: readonly [start: number, length: number];
}

/** What node-diff3 makes of three versions. */
type Region =
  | { readonly ok: readonly string[] }
  | {
      readonly conflict: {
        readonly a: readonly string[];
        readonly o: readonly string[];
        readonly b: readonly string[];
        readonly aIndex: number;
      };
    };

/** The part of node-diff3 that is used here. Its own types do not describe it. */
export interface Diff3 {
  diff3Merge: (
    a: readonly string[],
    o: readonly string[],
    b: readonly string[],
    options: object,
  ) => Region[];
  diffIndices: (one: readonly string[], other: readonly string[]) => Difference[];
}

/** Few runs merge, so it is loaded on demand. */
export async function loadDiff3(): Promise<Diff3> {
  return (await import('node-diff3')) as unknown as Diff3;
}

/** The lines of a content with their line breaks. Latin-1 maps every byte to a character. */
export function linesOf(content: Buffer): string[] {
  return content.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The content of lines. */
export function contentOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join(''), 'latin1');
}
