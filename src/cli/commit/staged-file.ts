/** A file as a run wants to leave it. */
export interface StagedFile {
  /** Relative to the folder that is committed to, with `/` between its parts. */
  readonly path: string;
  /** Undefined if the run deletes the file. */
  readonly content: Buffer | undefined;
  /** The mode of a new file, if that matters. */
  readonly mode?: number;
}
