import { setImmediate } from 'node:timers/promises';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Counters } from '@aicp/common/counters/counters';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { MONEY_WINDOWS } from '@aicp/contracts/spend/money-window';
import type { Runtime } from '../../routing/runtime.ts';
import { segmentsSince } from '../../usage/journal/segments-since.ts';
import { readFacts } from '../../usage/journal/read-usage.ts';
import { sizeOf } from '../../usage/journal/segments.ts';
import type { Limiter } from '../limiter.ts';
import { BatchSums, type Counted } from './batch-sums.ts';
import { holderOf, isOfNow, principalsOf, requestOf } from './recorded-request.ts';

/** A journal of so many bytes of today is read before the first request: that takes less than half a second. */
const SMALL_BYTES = 8 * 1_048_576;
const RECORDS_A_TURN = 100;

export interface RecountOptions {
  /** Of the journal. */
  readonly directory: string;
  readonly limiter: Limiter;
  /** Those that replicas share outlive a process, and need nothing. */
  readonly counters: Counters;
  readonly log: Logger;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/**
 * Counts in memory are lost with their process, and the journal is not: from it, the counts of the day and of the minute are made anew, and those of money as far
 * back as it has something of their windows. What died with the process holds nothing any more. Bursts and places begin anew.
 */
export class Recount {
  /** Whether requests may be served: the counts are there, or the journal is too long to be waited for. */
  isReady = false;

  private readonly options: RecountOptions;
  private readonly startedAt: number;
  private isStopped = false;
  private work: Promise<void> | undefined;
  private served: (() => void) | undefined;
  /** Resolves when requests may be served. */
  readonly ready = new Promise<void>((resolve) => {
    this.served = resolve;
  });

  constructor(options: RecountOptions) {
    this.options = options;
    this.startedAt = options.clock.now();
  }

  /** Begins with the first configuration, which says what is counted; does nothing with a later one. */
  begin(runtime: Runtime): void {
    this.work ??= this.run(runtime).catch((error: unknown) => {
      this.options.log.error({ err: error }, 'counts_not_restored');
      this.serve();
    });
  }

  /** Ends the reading. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.work;
  }

  /** Resolves when all of the journal is read that was there. */
  async done(): Promise<void> {
    await this.ready;
    await this.work;
  }

  private serve(): void {
    this.isReady = true;
    this.served?.();
  }

  /** When the longest window of those began that are counted. */
  private sinceWhen({ rateLimits, budgets, keys }: Runtime): number {
    const { startedAt } = this;
    const day = rateLimits.days.around(startedAt)[1] ?? startedAt;
    if (!limitsMoney({ budgets, keys })) return day;
    const starts = MONEY_WINDOWS.map((window) => budgets.periods.at(window, startedAt).startsMs);
    return Math.min(day, ...starts);
  }

  private async run(runtime: Runtime): Promise<void> {
    const { directory, clock, log } = this.options;
    if (this.options.counters.load && limitsAnything(runtime)) {
      const since = this.sinceWhen(runtime);
      const segments = await segmentsSince(directory, since);
      const sizes = await Promise.all(segments.map((segment) => sizeOf(segment)));
      if (sizes.reduce((sum, size) => sum + size, 0) > SMALL_BYTES) this.serve();
      const began = clock.monotonic();
      const requests = await this.read(runtime, since);
      const ms = Math.round(clock.monotonic() - began);
      if (requests > 0) log.info({ requests, ms }, 'counts_restored');
    }
    this.serve();
  }

  /** Counts the requests that came since then and before this process; answers how many. */
  private async read(runtime: Runtime, since: number): Promise<number> {
    const principals = principalsOf(runtime);
    const sums = new BatchSums();
    let requests = 0;
    let records = 0;
    const skip = (): void => undefined;
    for await (const facts of readFacts(this.options.directory, { since, onUnreadable: skip })) {
      const record = facts.usage;
      if (this.isStopped) break;
      records += 1;
      // Reading keeps requests waiting for a few milliseconds at a time.
      if (this.isReady && records % RECORDS_A_TURN === 0) await setImmediate();
      const principal = principals.get(holderOf(record));
      const counted = principal && this.isCounted(record, since) ? sums.add(facts) : undefined;
      if (!principal || !counted) continue;
      this.count(counted, principal, runtime);
      requests += 1;
    }
    return requests;
  }

  private isCounted(record: UsageRecord, since: number): boolean {
    const at = Date.parse(record.at);
    return at >= since && at < this.startedAt && wasSent(record);
  }

  private count({ record, tokens }: Counted, principal: Principal, runtime: Runtime): void {
    const { limiter, counters, clock } = this.options;
    const plan = limiter.plan(requestOf(record, { principal, runtime, tokens }));
    limiter.taken(plan);
    const times = { at: plan.at, now: clock.now() };
    counters.load?.(plan.demands.filter(({ window }) => isOfNow(window, times)));
  }
}

/** What was sent to nobody counts nowhere. Of what died with its process, nobody wrote how often it was sent. */
const wasSent = ({ completion, attempts }: UsageRecord): boolean =>
  completion !== 'refused' && (attempts > 0 || completion === 'unknown');

const limitsMoney = ({ budgets, keys }: Pick<Runtime, 'budgets' | 'keys'>): boolean =>
  !budgets.isEmpty || [...keys.values()].some(({ principal: { maxBudget } }) => maxBudget);

const limitsAnything = ({ rateLimits, budgets, keys }: Runtime): boolean =>
  !rateLimits.isEmpty ||
  limitsMoney({ budgets, keys }) ||
  [...keys.values()].some(
    ({ principal: { rpmLimit, tpmLimit } }) => rpmLimit !== undefined || tpmLimit !== undefined,
  );
