import type { Period } from '@aicp/contracts/spend/money-window';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What rows have to be added up for a time: requests one by one, sums of hours and sums of days. None of them overlap. */
export interface FactStretches {
  /** A part of an hour, whose begin is somebody else's. */
  readonly requests: Period | undefined;
  readonly hours: readonly Period[];
  readonly days: readonly Period[];
}

/**
 * Of which rows the hours from `from` to `to` are made. Before `keptFromMs` (a midnight) there are sums of days alone, which count as a whole where the time
 * reaches into one; but one in which `sinceMs` lies, before which all is somebody else's, is left out. With `hourly`, days are taken only where there is nothing else.
 */
export function factStretches(asked: {
  readonly from: number;
  readonly to: number;
  readonly sinceMs: number;
  readonly keptFromMs: number;
  readonly hourly: boolean;
}): FactStretches {
  const { sinceMs, keptFromMs, hourly } = asked;
  const [begin, end] = [beginOf(asked), endOf(asked)];
  if (begin >= end || sinceMs === Infinity) return { requests: undefined, hours: [], days: [] };
  const first = Math.min(ceil(begin, HOUR_MS), end);
  const requests = first > begin ? { startsMs: begin, endsMs: first } : undefined;
  const daysFrom = hourly ? first : ceil(first, DAY_MS);
  const daysTo = hourly ? Math.min(keptFromMs, end) : floor(end, DAY_MS);
  if (daysFrom >= daysTo) return { requests, hours: period(first, end), days: [] };
  const hours = [...period(first, daysFrom), ...period(daysTo, end)];
  return { requests, hours, days: period(daysFrom, daysTo) };
}

function beginOf({ from, sinceMs, keptFromMs }: Parameters<typeof factStretches>[0]): number {
  const asked = floor(from, HOUR_MS);
  const begin = Math.max(asked, sinceMs);
  if (begin >= keptFromMs) return begin;
  return sinceMs > floor(begin, DAY_MS) ? ceil(sinceMs, DAY_MS) : floor(begin, DAY_MS);
}

function endOf({ to, keptFromMs }: Parameters<typeof factStretches>[0]): number {
  const end = ceil(to, HOUR_MS);
  return end < keptFromMs ? ceil(end, DAY_MS) : end;
}

const period = (startsMs: number, endsMs: number): Period[] =>
  startsMs < endsMs ? [{ startsMs, endsMs }] : [];

const floor = (ms: number, unit: number): number => Math.floor(ms / unit) * unit;
const ceil = (ms: number, unit: number): number => Math.ceil(ms / unit) * unit;
