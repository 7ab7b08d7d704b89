/** What a step came to. */
export interface StepOutcome {
  readonly id: string;
  readonly path: string;
  readonly status: 'completed' | 'skipped' | 'failed';
  readonly output: unknown;
  /** Why it failed; also of one whose failure is passed over. */
  readonly error?: string | undefined;
}

/** What became of steps that ran together: of each that ran, by id; or why they did not end well. */
export type GroupOutcome =
  | { readonly kind: 'ended'; readonly steps: ReadonlyMap<string, StepOutcome> }
  | { readonly kind: 'failed'; readonly error: string; readonly path: string }
  /** The execution ended meanwhile: there is nothing to say of it any more. */
  | { readonly kind: 'halted' };

/** The output of the last of some steps that ran; null where none did. */
export const lastOutput = (
  ids: readonly string[],
  steps: ReadonlyMap<string, StepOutcome>,
): unknown => {
  const last = ids.at(-1);
  return (last === undefined ? undefined : steps.get(last)?.output) ?? null;
};
