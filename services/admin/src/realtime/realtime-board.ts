import { Problem } from '@aicp/common/errors/problem';
import type { Logger } from '@aicp/common/log/logger';
import { pause, type Clock } from '@aicp/common/time/clock';
import { Periods } from '@aicp/contracts/budgets/periods';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { keptPeriod } from '../spend/ledger/kept-usage.ts';
import type { UsageScope } from '../spend/ledger/usage-scope.ts';
import { usageWithin } from '../spend/ledger/usage-sums.ts';
import { realtimeOf, type SpentToday } from './realtime-of.ts';
import type { RealtimeMetrics } from './realtime-schema.ts';
import { TrafficSeries } from './traffic-series.ts';

/** What is asked of the ledger. */
export type RealtimeLedger = Pick<
  LedgerReader,
  'recentTraffic' | 'usageBy' | 'usageKeptFrom' | 'deliveryState'
>;

export interface BoardOptions {
  readonly ledger: RealtimeLedger;
  readonly timeZone: () => string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Whose figures somebody reads. */
export interface RealtimeScope extends UsageScope {
  /** Whether it is the whole fleet. */
  readonly isAll: boolean;
}

/** What is known of one scope. */
interface Entry {
  readonly scope: RealtimeScope;
  readonly series: TrafficSeries;
  told: RealtimeMetrics | undefined;
  toldAtMs: number;
  readAtMs: number;
  refreshing: Promise<RealtimeMetrics> | undefined;
  isReadingBack: boolean;
}

/** How old an answer may be that is given again. */
const FRESH_MS = 5_000;
/** Between two statements that read of the past. */
const REST_MS = 100;
/** The past is not read on for who has not asked for so long. */
const ABANDONED_MS = 60_000;
/** Scopes of which the figures are kept; the one that was read the longest ago goes first. */
const MOST_SCOPES = 200;
/** A gateway says every ten seconds at least how it stands. */
const SILENT_MS = 30_000;

/** The figures of now, read when somebody asks, and once for all who ask for the same within five seconds. One statement runs at a time. */
export class RealtimeBoard {
  private readonly options: BoardOptions;
  private readonly entries = new Map<string, Entry>();
  private readonly ending = new AbortController();
  private queue: Promise<unknown> = Promise.resolve();
  private periods: Periods | undefined;

  constructor(options: BoardOptions) {
    this.options = options;
  }

  /** Rejects with DatabaseUnavailable while the database is away. */
  async read(scope: RealtimeScope): Promise<RealtimeMetrics> {
    if (this.ending.signal.aborted) {
      throw new Problem(503, 'The service is stopping: ask again.', {
        headers: { 'Retry-After': '1' },
      });
    }
    const entry = this.entryOf(scope);
    const now = this.options.clock.now();
    entry.readAtMs = now;
    if (entry.told && now - entry.toldAtMs < FRESH_MS) return entry.told;
    entry.refreshing ??= this.refresh(entry).finally(() => {
      entry.refreshing = undefined;
    });
    return await entry.refreshing;
  }

  /** Ends what reads of the past. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.queue;
  }

  private entryOf(scope: RealtimeScope): Entry {
    const key = JSON.stringify(scope);
    const known = this.entries.get(key);
    this.entries.delete(key);
    const entry = known ?? {
      ...{ scope, series: new TrafficSeries(scope, this.options.ledger), told: undefined },
      ...{ toldAtMs: -Infinity, readAtMs: 0, refreshing: undefined, isReadingBack: false },
    };
    this.entries.set(key, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > MOST_SCOPES && oldest !== undefined) this.entries.delete(oldest);
    return entry;
  }

  private async refresh(entry: Entry): Promise<RealtimeMetrics> {
    const told = await this.inTurn(async () => {
      const { clock, ledger, timeZone } = this.options;
      const now = clock.now();
      await entry.series.refresh(now);
      const spent = await this.spentToday(entry.scope, now);
      const active = entry.scope.isAll ? await activeIn(ledger, now) : null;
      return realtimeOf(entry.series, { spent, active, timeZone: timeZone() });
    });
    entry.told = told;
    entry.toldAtMs = this.options.clock.now();
    void this.readBack(entry);
    return told;
  }

  /** Reads the rest of the hour, minute by minute, with a rest for others in between. */
  private async readBack(entry: Entry): Promise<void> {
    if (entry.isReadingBack) return;
    entry.isReadingBack = true;
    const { clock, log } = this.options;
    const { signal } = this.ending;
    try {
      while (await pause(clock, REST_MS, signal)) {
        if (clock.now() - entry.readAtMs > ABANDONED_MS) return;
        if (!(await this.inTurn(() => entry.series.readBack()))) return;
      }
    } catch (error) {
      log.warn({ err: error }, 'realtime_past_unread');
    } finally {
      entry.isReadingBack = false;
    }
  }

  private async spentToday(scope: RealtimeScope, nowMs: number): Promise<SpentToday> {
    const { ledger, timeZone } = this.options;
    const zone = timeZone();
    if (this.periods?.timeZone !== zone) this.periods = new Periods(zone);
    const today = keptPeriod(this.periods.at('1d', nowMs), await ledger.usageKeptFrom());
    return await usageWithin(ledger, scope, {
      from: today.startsMs,
      to: today.endsMs,
      groupBy: ['model_served', 'provider'],
    });
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work);
    this.queue = turn.catch(() => undefined);
    return await turn;
  }
}

async function activeIn(
  ledger: Pick<RealtimeLedger, 'deliveryState'>,
  nowMs: number,
): Promise<number> {
  const gateways = await ledger.deliveryState();
  return gateways
    .filter(({ lastContactMs }) => nowMs - lastContactMs < SILENT_MS)
    .reduce((sum, { inFlight }) => sum + inFlight, 0);
}
