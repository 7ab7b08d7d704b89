import type { Clock } from '@aicp/common/time/clock';
import type { AttemptWatcher } from '../health/model-health.ts';
import { RollingCounts } from '../health/rolling-counts.ts';
import { RollingTimes } from '../health/rolling-times.ts';
import type { Evidence } from './evidence.ts';

const ATTEMPTS = 0;
const FAILURES = 1;

/** What one rule knows of its source: the attempts of the last minute that began after a moment, since a rule that has moved traffic begins to count anew. */
export class AttemptWindow implements AttemptWatcher {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly counts = new RollingCounts(2);
  private readonly answers = new RollingTimes();
  private readonly firsts = new RollingTimes();
  private since = -Infinity;
  private ended = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** How many attempts have ended since it began to count. */
  get total(): number {
    return this.ended;
  }

  /** How many attempts of the last minute. */
  get attempts(): number {
    return this.counts.sum(this.clock.monotonic(), ATTEMPTS);
  }

  answered(startedAt: number, ms: number): void {
    if (startedAt < this.since) return;
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.answers.add(now, ms);
    this.ended += 1;
  }

  failed(startedAt: number): void {
    if (startedAt < this.since) return;
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.counts.add(now, FAILURES);
    this.ended += 1;
  }

  began(startedAt: number, ms: number): void {
    if (startedAt >= this.since) this.firsts.add(this.clock.monotonic(), ms);
  }

  /** Forgets what it counted; what began before now counts no more. */
  restart(): void {
    this.since = this.clock.monotonic();
    this.ended = 0;
    this.counts.clear();
    this.answers.clear();
    this.firsts.clear();
  }

  evidence(): Evidence {
    const now = this.clock.monotonic();
    return {
      attempts: this.counts.sum(now, ATTEMPTS),
      failures: this.counts.sum(now, FAILURES),
      answers: this.answers.buckets(now),
      firsts: this.firsts.buckets(now),
    };
  }
}
