import type { Clock } from '@aicp/common/time/clock';

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  #nowMs: number;

  constructor(nowMs = Date.parse('2026-01-01T00:00:00Z')) {
    this.#nowMs = nowMs;
  }

  /** How many wait for a time to come. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  /** Moves the time on, wakes who waited for it, and lets them act. */
  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.untilMs > this.#nowMs) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { untilMs: this.#nowMs + ms, wake: resolve };
      const stop = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) {
        stop();
        return;
      }
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }
}
