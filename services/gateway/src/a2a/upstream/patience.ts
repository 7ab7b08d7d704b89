import type { Clock } from '@aicp/common/time/clock';

/** How long an agent is waited for: for all of its answer, and for the next piece of it. Ends its request when either is over, or the client is gone. */
export class Patience implements Disposable {
  /** Whether the time was over. */
  isLate = false;
  private readonly clock: Clock;
  private readonly ending = new AbortController();
  private readonly over = new AbortController();
  private waiting = new AbortController();

  /** `mostMs`: for all of it. */
  constructor(clock: Clock, mostMs: number) {
    this.clock = clock;
    this.endIn(mostMs, this.over.signal);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** The next piece has to come within so many milliseconds. */
  expect(ms: number): void {
    this.rest();
    this.waiting = new AbortController();
    this.endIn(ms, this.waiting.signal);
  }

  /** Nothing is expected of the agent now. */
  rest(): void {
    this.waiting.abort();
  }

  /** Nobody wants the answer any more. */
  [Symbol.dispose](): void {
    this.rest();
    this.over.abort();
    this.ending.abort();
  }

  private endIn(ms: number, signal: AbortSignal): void {
    this.clock.sleep(ms, signal).then(
      () => {
        this.isLate = true;
        this.ending.abort();
      },
      () => undefined,
    );
  }
}
