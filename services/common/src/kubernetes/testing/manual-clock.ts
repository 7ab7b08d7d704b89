import type { Clock } from '../../time/clock.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** A clock that a test turns by hand. */
export class ManualClock implements Clock {
  private time: number;
  private sleepers: Sleeper[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.time = startMs;
  }

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  /** How many wait for the time to come. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason as Error);
      };
      const sleeper: Sleeper = {
        due: this.time + ms,
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.sleepers.push(sleeper);
    });
  }

  /** Lets `ms` pass without waking anybody, as if the process had been stopped. */
  jump(ms: number): void {
    this.time += ms;
  }

  /** Lets `ms` pass, waking each sleeper at its moment and giving what it does the time to happen. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const next = this.sleepers
        .filter((sleeper) => sleeper.due <= end)
        .sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.sleepers = this.sleepers.filter((sleeper) => sleeper !== next);
      this.time = Math.max(this.time, next.due);
      next.wake();
    }
    this.time = end;
    await settle();
  }
}

/** Lets everything that needs no time happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Waits for a condition by the real clock; rejects after `timeoutMs` with what it waited for. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 2);
    });
  }
}
