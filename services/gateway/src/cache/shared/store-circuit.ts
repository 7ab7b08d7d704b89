import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;

/** Leaves the shared store alone after it failed: for a second, and twice as long after each further failure. Then one request tries it. */
export class StoreCircuit {
  private readonly clock: Clock;
  private readonly log: Logger;
  private failures = 0;
  private restsUntil = 0;
  private isTried = false;
  /** Counts changes, so that what was begun before one has no say after it. */
  private era = 0;
  private isToldLost = false;

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.clock = clock;
    this.log = log;
  }

  /** Whether it answered when it was asked last, or has not been asked. */
  get isClosed(): boolean {
    return this.failures === 0;
  }

  /** Begins to ask it; undefined: it is left alone. What is answered is handed to `succeeded` or `failed`, one of which has to be called. */
  begin(): number | undefined {
    if (this.failures === 0) return this.era;
    if (this.isTried || this.clock.monotonic() < this.restsUntil) return undefined;
    this.isTried = true;
    return this.era;
  }

  succeeded(era: number): void {
    if (era !== this.era) return;
    if (this.failures > 0) this.era += 1;
    this.failures = 0;
    this.isTried = false;
    if (!this.isToldLost) return;
    this.isToldLost = false;
    this.log.info({}, 'shared_cache_back');
  }

  /** Answers how often it failed in a row; 0: that is known already. */
  failed(era: number, reason: string): number {
    if (era !== this.era) return 0;
    this.era += 1;
    this.isTried = false;
    const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** this.failures);
    this.failures += 1;
    this.restsUntil = this.clock.monotonic() + rest;
    // One late answer is nothing to tell.
    if (this.failures > 1) this.lost(reason);
    return this.failures;
  }

  /** It is known that there is nobody to ask: told once, until it answers again. */
  lost(reason: string): void {
    if (this.isToldLost) return;
    this.isToldLost = true;
    this.log.warn({ reason }, 'shared_cache_lost');
  }
}
