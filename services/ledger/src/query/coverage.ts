import type { Period } from '@aicp/contracts/spend/money-window';

/** The tables of sums, the finest first, and how long a row of each lasts. */
export const GRAINS = [
  { table: 'usage_quarter', ms: 900_000 },
  { table: 'usage_hour', ms: 3_600_000 },
  { table: 'usage_day', ms: 86_400_000 },
] as const;

const QUARTER_MS = GRAINS[0].ms;
const DAY_MS = GRAINS[2].ms;

/** Before a day, only sums of whole days (UTC) are kept, and what was asked for is cut within one. */
export class SumsDropped extends RangeError {
  readonly keptFromMs: number;
  /** Where it is cut. */
  readonly atMs: number;

  constructor({ keptFromMs, atMs }: Readonly<{ keptFromMs: number; atMs: number }>) {
    const [kept, at] = [keptFromMs, atMs].map((ms) => new Date(ms).toISOString());
    super(`before ${kept} the ledger keeps whole days (UTC) alone: ${at} is within one`);
    this.keptFromMs = keptFromMs;
    this.atMs = atMs;
  }
}

/** Whether rows are kept that add up from a moment on, or up to it. */
export const isKept = (atMs: number, keptFromMs: number): boolean =>
  atMs >= keptFromMs || atMs % DAY_MS === 0;

/** Throws SumsDropped where a period that begins or ends at one of these can't be added up any more. */
export function requireKept(edges: readonly number[], keptFromMs: number): void {
  const atMs = edges.find((edge) => !isKept(edge, keptFromMs));
  if (atMs !== undefined) throw new SumsDropped({ keptFromMs, atMs });
}

/** Rows that begin in a stretch of time and count for a period: they are added to it, or taken from it where coarser rows reach beyond it. */
export interface Stretch extends Period {
  /** Index of the period. */
  readonly step: number;
  readonly sign: 1 | -1;
}

/** Rows of one table. */
export interface Coverage {
  readonly table: (typeof GRAINS)[number]['table'];
  readonly stretches: readonly Stretch[];
}

type Piece = Omit<Stretch, 'step'> & { readonly grain: number };

/**
 * Which rows add up to periods, with as few rows as may be. A month in Berlin is the days of a month in UTC, with the last two hours of the day before, and
 * without the last hour of its own. Throws a RangeError for what does not begin and end with a quarter-hour (UTC).
 */
export function coverageOf(periods: readonly Period[]): Coverage[] {
  const found = GRAINS.map(({ table }) => ({ table, stretches: [] as Stretch[] }));
  periods.forEach((period, step) => {
    check(period);
    const [inside, across] = [within(period, GRAINS.length - 1), beyond(period)];
    const pieces = rowsIn(across) < rowsIn(inside) ? across : inside;
    for (const { grain, ...stretch } of pieces) found[grain]?.stretches.push({ ...stretch, step });
  });
  return found.filter(({ stretches }) => stretches.length > 0);
}

function check({ startsMs, endsMs }: Period): void {
  if (startsMs % QUARTER_MS === 0 && endsMs % QUARTER_MS === 0) return;
  throw new RangeError(
    'the ledger adds up whole quarter-hours (UTC): let the period begin and end with one',
  );
}

const lengthOf = (grain: number): number => (GRAINS[grain] ?? GRAINS[0]).ms;

/** How many rows there are of each dimension, which is what a question costs. */
const rowsIn = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, { startsMs, endsMs, grain }) => sum + (endsMs - startsMs) / lengthOf(grain),
    0,
  );

/** Rows that lie in the period alone: whole ones of a grain, and finer ones at both ends. */
function within({ startsMs, endsMs }: Period, grain: number): Piece[] {
  if (startsMs >= endsMs) return [];
  const ms = lengthOf(grain);
  const first = Math.ceil(startsMs / ms) * ms;
  const last = Math.floor(endsMs / ms) * ms;
  if (first >= last) return within({ startsMs, endsMs }, grain - 1);
  return [
    ...within({ startsMs, endsMs: first }, grain - 1),
    { startsMs: first, endsMs: last, grain, sign: 1 },
    ...within({ startsMs: last, endsMs }, grain - 1),
  ];
}

/** The days between those midnights that are nearest to the ends, corrected at both. */
function beyond({ startsMs, endsMs }: Period): Piece[] {
  if (startsMs >= endsMs) return [];
  const day = GRAINS.length - 1;
  const [first, last] = [nearest(startsMs, day), nearest(endsMs, day)];
  return [
    ...between({ from: first, to: last, grain: day }),
    ...toEdge(endsMs, last),
    ...toEdge(startsMs, first).map(
      (piece) => ({ ...piece, sign: piece.sign === 1 ? -1 : 1 }) as const,
    ),
  ];
}

/** From a midnight to an edge: hours to the nearest one, then quarter-hours. */
function toEdge(edgeMs: number, midnightMs: number): Piece[] {
  const hour = nearest(edgeMs, 1);
  return [
    ...between({ from: midnightMs, to: hour, grain: 1 }),
    ...between({ from: hour, to: edgeMs, grain: 0 }),
  ];
}

const nearest = (atMs: number, grain: number): number =>
  Math.round(atMs / lengthOf(grain)) * lengthOf(grain);

/** What lies between two moments; backwards, it is taken away. */
function between(way: { from: number; to: number; grain: number }): Piece[] {
  const { from, to, grain } = way;
  if (from === to) return [];
  if (from < to) return [{ startsMs: from, endsMs: to, grain, sign: 1 }];
  return [{ startsMs: to, endsMs: from, grain, sign: -1 }];
}
