/** What is wrong with a spec that its schema takes: where, and what to do. */
export interface Fault {
  /** Field names of the spec. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}
