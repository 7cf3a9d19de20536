/** A file that a run wants to write, as the Tree left it. */
export interface StagedFile {
  /** Relative to the folder that is committed to, with `/` between its parts. */
  readonly path: string;
  readonly content: Buffer;
}
