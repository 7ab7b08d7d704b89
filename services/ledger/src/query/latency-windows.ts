import type { Kysely } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';
import { latencySpans, type LatencySpan } from './latency-spans.ts';
import { LatencySum } from './latency-sum.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Windows up to so long are added up by minutes, and up to so long by hours; longer ones by days. */
const BY_MINUTES = 120;
const BY_HOURS = 3 * 1440;

export interface WindowsQuery {
  readonly provider: string;
  readonly nowMs: number;
  /** Lengths of windows up to now, minutes: each is added up by itself. */
  readonly windows: readonly number[];
  /** What began before does not count: the name was somebody else's. Milliseconds since 1970. */
  readonly sinceMs?: number;
  /** The same of single models, by their ids. */
  readonly modelsSinceMs?: ReadonlyMap<string, number> | undefined;
}

/** By model, and then by the length of the window. */
export type LatencyWindows = ReadonlyMap<string, ReadonlyMap<number, LatencySum>>;

type Ladder = Readonly<Record<'minute' | 'hour' | 'day', readonly LatencySpan[]>>;

/**
 * How attempts at the models of a provider went, in several windows up to now. A window has the minute that is under way, and so many whole minutes before it: one minute is
 * then never told by the first seconds of it alone. A window of more than two hours begins with a whole hour, one of more than three days with a whole day (UTC), each the last one that is no later.
 */
export async function latencyWindows(
  kysely: Kysely<LedgerTables>,
  query: WindowsQuery,
): Promise<LatencyWindows> {
  const ladder = await read(kysely, query);
  const sums = new Map<string, Map<number, LatencySum>>();
  for (const minutes of new Set(query.windows)) {
    for (const span of spansIn(ladder, minutes, query.nowMs)) {
      if (span.startsMs < (query.modelsSinceMs?.get(span.model) ?? 0)) continue;
      const ofModel = getOr(sums, span.model, () => new Map<number, LatencySum>());
      getOr(ofModel, minutes, () => new LatencySum()).add(span);
    }
  }
  return sums;
}

async function read(
  kysely: Kysely<LedgerTables>,
  { provider, nowMs, windows, sinceMs = 0 }: WindowsQuery,
): Promise<Ladder> {
  const longest = (most: number): number => Math.max(0, ...windows.filter((w) => w <= most));
  const of = (unit: keyof Ladder, fromMs: number, toMs: number) =>
    latencySpans(kysely, { unit, provider, fromMs: Math.max(fromMs, sinceMs), toMs });
  const hasDays = windows.some((minutes) => minutes > BY_HOURS);
  const hasHours = windows.some((minutes) => minutes > BY_MINUTES);
  const byMinutes = floor(nowMs, MINUTE_MS) - longest(BY_MINUTES) * MINUTE_MS;
  const [hour, day] = [floor(nowMs, HOUR_MS), floor(nowMs, DAY_MS)];
  const byHours = floor(nowMs - longest(BY_HOURS) * MINUTE_MS, HOUR_MS);
  return {
    // One after the other: there may be one connection alone.
    minute: await of('minute', hasHours ? Math.min(hour, byMinutes) : byMinutes, nowMs + MINUTE_MS),
    hour: hasHours ? await of('hour', hasDays ? Math.min(day, byHours) : byHours, hour) : [],
    day: hasDays ? await of('day', floor(nowMs - longest(Infinity) * MINUTE_MS, DAY_MS), day) : [],
  };
}

/** The spans that a window is added up from. */
function spansIn(ladder: Ladder, minutes: number, nowMs: number): LatencySpan[] {
  const from = (unit: keyof Ladder, startMs: number): LatencySpan[] =>
    ladder[unit].filter(({ startsMs }) => startsMs >= startMs);
  if (minutes <= BY_MINUTES) {
    return from('minute', floor(nowMs, MINUTE_MS) - minutes * MINUTE_MS);
  }
  const begins = nowMs - minutes * MINUTE_MS;
  const running = from('minute', floor(nowMs, HOUR_MS));
  if (minutes <= BY_HOURS) return [...running, ...from('hour', floor(begins, HOUR_MS))];
  return [...running, ...from('hour', floor(nowMs, DAY_MS)), ...from('day', floor(begins, DAY_MS))];
}

const floor = (ms: number, unitMs: number): number => Math.floor(ms / unitMs) * unitMs;

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
