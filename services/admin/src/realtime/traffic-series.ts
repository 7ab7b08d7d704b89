import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { Traffic } from '@aicp/ledger/query/recent-traffic';
import type { UsageScope } from '../spend/ledger/usage-scope.ts';
import { figuresOf, type TrafficFigures } from './traffic-sums.ts';

export type TrafficLedger = Pick<LedgerReader, 'recentTraffic'>;

/** Ten seconds of the last hour. */
export interface TrafficPoint extends TrafficFigures {
  readonly startsMs: number;
}

/** How long a point lasts. */
export const POINT_MS = 10_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Steps of the last minute: it ends with one of them. */
const STEP_MS = 5_000;
/** What is read each time, and what every half minute: a request is a row when it is answered, which may be much later than it came. */
const OFTEN_MS = 30_000;
const LATE_MS = 90_000;
const LATE_EVERY_MS = 30_000;
/** What is read of the past by one statement. */
const BACK_MS = 60_000;

/** The traffic of one scope in the last hour, of which only what is new is read again. */
export class TrafficSeries {
  /** Until when the last minute is told. */
  endsMs = -Infinity;
  /** From when on points are known. */
  knownFromMs = Infinity;

  private readonly scope: UsageScope;
  private readonly ledger: TrafficLedger;
  private lateAtMs = -Infinity;
  private recent: readonly Traffic[] = [];
  private readonly byStart = new Map<number, TrafficPoint>();

  constructor(scope: UsageScope, ledger: TrafficLedger) {
    this.scope = scope;
    this.ledger = ledger;
  }

  /** The requests of the last minute, by model and provider. */
  get minute(): readonly Traffic[] {
    return this.recent.filter(({ startsMs }) => startsMs >= this.endsMs - MINUTE_MS);
  }

  /** The points that are known, the oldest first; ten seconds in which nothing came have one too. */
  get points(): TrafficPoint[] {
    const last = floorTo(this.endsMs, POINT_MS);
    const points: TrafficPoint[] = [];
    for (let at = Math.max(this.knownFromMs, last - HOUR_MS); at < last; at += POINT_MS) {
      points.push(this.byStart.get(at) ?? { startsMs: at, ...figuresOf([], POINT_MS) });
    }
    return points;
  }

  /** Reads what is new: the last half minute, and now and then what came late. */
  async refresh(nowMs: number): Promise<void> {
    const to = floorTo(nowMs, STEP_MS);
    const isLate = nowMs - this.lateAtMs >= LATE_EVERY_MS;
    const from = floorTo(to - (isLate ? LATE_MS : OFTEN_MS), POINT_MS);
    // After a pause of readers, what lies between is read as the past is.
    if (this.endsMs < from) this.forget();
    const rows = await this.read(from, to, STEP_MS);
    if (isLate) this.lateAtMs = nowMs;
    this.recent = [
      ...this.recent.filter(({ startsMs }) => startsMs < from && startsMs >= to - LATE_MS),
      ...rows,
    ];
    this.endsMs = to;
    this.knownFromMs = Math.min(this.knownFromMs, from);
    this.put(rows, from, floorTo(to, POINT_MS));
    for (const at of this.byStart.keys()) if (at < to - HOUR_MS - POINT_MS) this.byStart.delete(at);
  }

  /** Reads one more minute of the past; whether there is more to read. */
  async readBack(): Promise<boolean> {
    const oldest = floorTo(this.endsMs, POINT_MS) - HOUR_MS;
    const to = this.knownFromMs;
    if (!(to > oldest)) return false;
    const from = Math.max(oldest, to - BACK_MS);
    const rows = await this.read(from, to, POINT_MS);
    // Somebody may have begun anew meanwhile.
    if (this.knownFromMs !== to) return true;
    this.put(rows, from, to);
    this.knownFromMs = from;
    return from > oldest;
  }

  private async read(from: number, to: number, stepMs: number): Promise<readonly Traffic[]> {
    const { filter, sinceMs } = this.scope;
    const rest = Math.max(from, sinceMs);
    return rest >= to ? [] : await this.ledger.recentTraffic({ from: rest, to, stepMs, filter });
  }

  private put(rows: readonly Traffic[], from: number, to: number): void {
    const points = Map.groupBy(rows, ({ startsMs }) => floorTo(startsMs, POINT_MS));
    for (let at = from; at < to; at += POINT_MS) {
      const own = points.get(at);
      if (own) this.byStart.set(at, { startsMs: at, ...figuresOf(own, POINT_MS) });
      else this.byStart.delete(at);
    }
  }

  private forget(): void {
    this.recent = [];
    this.byStart.clear();
    this.knownFromMs = Infinity;
    this.lateAtMs = -Infinity;
  }
}

const floorTo = (ms: number, step: number): number => Math.floor(ms / step) * step;
