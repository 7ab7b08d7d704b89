import { createHash } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import type { SeenFigures } from './fleet/seen-figures.ts';
import { RollingCounts } from './rolling-counts.ts';
import { RollingTimes, type Times } from './rolling-times.ts';

const ATTEMPTS = 0;
const FAILURES = 1;
const TOKENS = 2;
const COLUMNS = 3;

/** Hears what became of the attempts at a model. */
export interface AttemptWatcher {
  /** It was answered so many milliseconds after it began; moments are monotonic. */
  answered(startedAt: number, ms: number): void;
  failed(startedAt: number): void;
  /** The first content of its stream came so many milliseconds after it began. */
  began(startedAt: number, ms: number): void;
}

const NOBODY: readonly never[] = [];

/** What this replica has seen of a model in the last minute. */
export class ModelHealth {
  /** Of the platform's model whose upstream an organization's uses: what is seen of the one is seen of the other. */
  base: ModelHealth | undefined;
  /** Who hears of its attempts as well. */
  watchers: readonly AttemptWatcher[] = NOBODY;
  /** Text that changes with the model's object, its upstream and where that is: what was seen of one says nothing of another. */
  readonly identity: string;
  private hashed: string | undefined;
  private underWay = 0;
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly counts = new RollingCounts(COLUMNS);
  /** Of attempts that were answered. */
  private readonly answers = new RollingTimes();
  private readonly firstBytes = new RollingTimes();

  constructor(clock: Pick<Clock, 'monotonic'>, identity: string) {
    this.clock = clock;
    this.identity = identity;
  }

  /** By which replicas tell one another of it: it tells nobody where its upstream is. */
  get key(): string {
    this.hashed ??= createHash('sha256').update(this.identity).digest('base64url').slice(0, 22);
    return this.hashed;
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

  /** An attempt that began at that moment was answered in so many milliseconds. */
  answered(ms: number, startedAt = this.clock.monotonic() - ms): void {
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.answers.add(now, ms);
    for (const watcher of this.watchers) watcher.answered(startedAt, ms);
    this.base?.answered(ms, startedAt);
  }

  /** An attempt that began at that moment came to nothing, or broke off. */
  failed(startedAt = this.clock.monotonic()): void {
    this.failedAlone(startedAt);
    this.base?.failed(startedAt);
  }

  /** The same, by a fault of this model's own, of which the one whose upstream it uses knows nothing. */
  failedAlone(startedAt: number): void {
    const now = this.clock.monotonic();
    this.counts.add(now, ATTEMPTS);
    this.counts.add(now, FAILURES);
    for (const watcher of this.watchers) watcher.failed(startedAt);
  }

  /** A request was for it, and went past it, since its provider failed of late: no attempt, but as good as one that failed to who watches. */
  letAlone(): void {
    const now = this.clock.monotonic();
    for (const watcher of this.watchers) watcher.failed(now);
    this.base?.letAlone();
  }

  /** The first content of a stream came after so many milliseconds. */
  began(ms: number): void {
    const now = this.clock.monotonic();
    this.firstBytes.add(now, ms);
    for (const watcher of this.watchers) watcher.began(now - ms, ms);
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

  /** What other replicas are told of it. */
  get figures(): SeenFigures {
    const { inFlight, attempts, tokensThisMinute: tokens } = this;
    const { answers, meanMs = 0 } = this.times;
    return { inFlight, attempts, answers, answeredMs: meanMs * answers, tokens };
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
