/** What is told of one attempt at a provider. */
export interface AttemptTrace {
  /** Header lines by which the provider continues the trace, each with its end; undefined: those of the client. */
  readonly headers: string | undefined;
  /** The provider answered with this status. */
  answered(status: number): void;
  /** Nobody waits for it any more: its answer is complete (`answered`), broke off (`broken`), or is not wanted any more (`cancelled`). */
  over(how: 'answered' | 'cancelled' | 'broken'): void;
  /** It came to nothing, and why: a kind of failure. */
  failed(kind: string): void;
}
