/** Words for lists, which the status of an object holds beside its conditions. */
export interface Summary {
  /** What it does. */
  readonly summary?: string | undefined;
  /** Which requests it acts on. */
  readonly when?: string | undefined;
}
