import type { Clock } from '@aicp/common/time/clock';
import { RollingCounts } from './rolling-counts.ts';
import { RollingTimes, type Times } from './rolling-times.ts';

const ATTEMPTS = 0;
const FAILURES = 1;
const TOKENS = 2;
const COLUMNS = 3;

/** What this replica has seen of a model in the last minute. */
export class ModelHealth {
  /** Of the platform's model whose upstream an organization's uses: what is seen of the one is seen of the other. */
  base: ModelHealth | undefined;
  private underWay = 0;
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly counts = new RollingCounts(COLUMNS);
  /** Of attempts that were answered. */
  private readonly answers = new RollingTimes();
  private readonly firstBytes = new RollingTimes();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** Attempts under way. */
  get inFlight(): number {
    return this.underWay;
  }

  /** An attempt begins. */
  started(): void {
    this.underWay += 1;
  }

  /** An attempt is over, whatever came of it. */
  ended(): void {
    this.underWay -= 1;
  }

  /** An attempt was answered in so many milliseconds. */
  answered(ms: number): void {
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.answers.add(now, ms);
    this.base?.answered(ms);
  }

  /** An attempt came to nothing, or broke off. */
  failed(): void {
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.counts.add(now, FAILURES);
    this.base?.failed();
  }

  /** The first content of a stream came after so many milliseconds. */
  began(ms: number): void {
    this.firstBytes.add(this.clock.monotonic(), ms);
    this.base?.began(ms);
  }

  /** An answer and its prompt had so many tokens. */
  used(tokens: number): void {
    this.counts.add(this.clock.monotonic(), TOKENS, tokens);
    this.base?.used(tokens);
  }

  get attempts(): number {
    return this.counts.sum(this.clock.monotonic(), ATTEMPTS);
  }

  get failures(): number {
    return this.counts.sum(this.clock.monotonic(), FAILURES);
  }

  /** Share of the attempts that failed, 0 to 1; undefined while there were none. */
  get errorRate(): number | undefined {
    const { attempts } = this;
    return attempts === 0 ? undefined : this.failures / attempts;
  }

  get tokensThisMinute(): number {
    return this.counts.sum(this.clock.monotonic(), TOKENS);
  }

  /** How long answers took. */
  get times(): Times {
    return this.answers.times(this.clock.monotonic());
  }

  /** How long the first contents of streams took. */
  get firstByteTimes(): Times {
    return this.firstBytes.times(this.clock.monotonic());
  }
}
