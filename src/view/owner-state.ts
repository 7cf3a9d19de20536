// Specs: spec/rules/guard.spec.ts

/** How the records of a model belong to users. */
export interface OwnerState {
  /** The column with the key of the owner: `user_id`. */
  readonly column: string;
  /** The column of the user that it refers to: `id`. */
  readonly key: string;
  /** Whether pages leave it out: of each record that they show, it is the user who is signed in. */
  readonly isHidden: boolean;
  /** Whether admins have the records that nobody owns. */
  readonly isForAdminsToo: boolean;
}
