import type { Clock } from '@aicp/common/time/clock';
import { backoffMs } from '@aicp/common/time/backoff';
import { ROLLING_MS, RollingCounts } from './rolling-counts.ts';

/** So many failures in a row open it. */
const IN_A_ROW = 5;
/** So many attempts in the last minute, of which half are failures, as well. */
const LEAST_ATTEMPTS = 20;
const SHARE = 0.5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** A probe of which nothing is known for so long keeps no other from being made. */
const PROBE_LEASE_MS = 30_000;
/** A wait that somebody asked for is believed up to this. */
const LONGEST_ASKED_MS = 300_000;

const ATTEMPTS = 0;
const FAILURES = 1;

export type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * Whether something that answers requests is asked. It opens after failures, and lets single probes pass then, at growing intervals, until one
 * is answered. What began before its last change says nothing any more: each attempt carries the number of the era in which it began.
 */
export class Circuit {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly random: () => number;
  private readonly onChange: ((isOpen: boolean) => void) | undefined;
  private readonly counts = new RollingCounts(2);
  private inARow = 0;
  private now: CircuitState = 'closed';
  private era = 0;
  /** How often it opened again soon after it closed, or a probe of it failed. */
  private level = 0;
  private closedAt = -Infinity;
  private until = 0;

  /** `onChange` hears when it opens and when it closes, and not of probes. */
  constructor(options: {
    clock: Pick<Clock, 'monotonic'>;
    random: () => number;
    onChange?: ((isOpen: boolean) => void) | undefined;
  }) {
    this.clock = options.clock;
    this.random = options.random;
    this.onChange = options.onChange;
  }

  get state(): CircuitState {
    return this.now;
  }

  /** When the next probe may be made, in monotonic milliseconds. Of no meaning while it is closed. */
  get openUntil(): number {
    return this.until;
  }

  /** Whether an attempt may be made, or a probe. */
  get isPassable(): boolean {
    return this.now === 'closed' || this.clock.monotonic() >= this.until;
  }

  /** An attempt begins; it is the probe where one is due. Answers its era. */
  begin(): number {
    if (this.now !== 'closed' && this.isPassable) {
      this.era += 1;
      this.now = 'half_open';
      this.until = this.clock.monotonic() + PROBE_LEASE_MS;
    }
    return this.era;
  }

  /** An attempt of this era was answered in full. */
  answered(era: number): void {
    if (era !== this.era) return;
    if (this.now === 'closed') {
      this.inARow = 0;
      this.counts.add(this.clock.monotonic(), ATTEMPTS);
    } else {
      this.close();
    }
  }

  /**
   * There is somebody who answers: enough for a probe, and for as long as the next failure, which may be that the same answer breaks off.
   * Answers the era to which the attempt belongs from now on.
   */
  lives(era: number): number {
    if (era !== this.era || this.now !== 'half_open') return era;
    this.close();
    this.inARow = IN_A_ROW - 1;
    return this.era;
  }

  /** Nothing was learned: the next may be the probe. */
  dropped(era: number): void {
    if (era === this.era && this.now === 'half_open') this.until = this.clock.monotonic();
  }

  /** An attempt of this era failed, and who this is for is to blame. `isEnough`: the first such failure opens it. */
  failed(era: number, isEnough = false): void {
    if (era !== this.era) return;
    if (this.now === 'half_open') {
      this.level += 1;
      this.open(this.wait());
    } else if (this.now === 'closed' && (this.isTooMuch() || isEnough)) {
      const isSoon = this.clock.monotonic() - this.closedAt < ROLLING_MS;
      this.level = isSoon ? this.level + 1 : 0;
      this.open(this.wait());
    }
  }

  /** It was asked to wait so many milliseconds, and opens at once. */
  askedToWait(era: number, ms: number): void {
    if (era === this.era) this.open(Math.min(ms, LONGEST_ASKED_MS));
  }

  /** Counts a failure: whether it is one too many. */
  private isTooMuch(): boolean {
    const now = this.clock.monotonic();
    const { counts } = this;
    counts.add(now, ATTEMPTS);
    counts.add(now, FAILURES);
    this.inARow += 1;
    if (this.inARow >= IN_A_ROW) return true;
    const attempts = counts.sum(now, ATTEMPTS);
    return attempts >= LEAST_ATTEMPTS && counts.sum(now, FAILURES) >= attempts * SHARE;
  }

  private wait(): number {
    const { level: attempt, random } = this;
    return backoffMs({ attempt, baseMs: FIRST_WAIT_MS, maxMs: LONGEST_WAIT_MS, random });
  }

  private open(ms: number): void {
    if (this.now === 'closed') this.onChange?.(true);
    this.now = 'open';
    this.era += 1;
    this.until = this.clock.monotonic() + ms;
  }

  private close(): void {
    this.now = 'closed';
    this.era += 1;
    this.inARow = 0;
    this.counts.clear();
    this.closedAt = this.clock.monotonic();
    this.onChange?.(false);
  }
}
