import type { Clock } from '@aicp/common/time/clock';

/** How long an answer waits for the cache to hold what was written. */
const PATIENCE_MS = 2_000;

/** Lets a writer wait until a cache shows what was written, so that whoever reads next sees it. */
export class CacheWaiters {
  private readonly waiting = new Set<() => void>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Called after every change of the cache. */
  changed(): void {
    for (const look of this.waiting) look();
  }

  /** Waits until `holds`, at most two seconds. Says whether it did. */
  async until(holds: () => boolean): Promise<boolean> {
    if (holds()) return true;
    const over = new AbortController();
    const seen = new Promise<true>((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.waiting.delete(look);
        resolve(true);
      };
      this.waiting.add(look);
      over.signal.addEventListener('abort', () => this.waiting.delete(look));
    });
    const late = this.clock.sleep(PATIENCE_MS, over.signal).then(
      () => false,
      () => false,
    );
    const shown = await Promise.race([seen, late]);
    over.abort();
    return shown;
  }
}

/** Whether a cache that holds `cached` has seen the write that got `written`. */
export function hasReached(cached: string | undefined, written: string | undefined): boolean {
  if (cached === undefined || written === undefined) return false;
  if (!/^\d+$/.test(cached) || !/^\d+$/.test(written)) return cached === written;
  return BigInt(cached) >= BigInt(written);
}
