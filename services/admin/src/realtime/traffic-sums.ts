import type { Traffic } from '@aicp/ledger/query/recent-traffic';

const MINUTE_MS = 60_000;

/** How requests of a stretch of time went. */
export interface TrafficFigures {
  readonly requests_per_minute: number;
  readonly tokens_per_minute: number;
  /** Share of the requests that failed; null where there was none. */
  readonly error_rate: number | null;
  /** Milliseconds; null where no answer was whole. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
}

/** What rows come to together, which are all of a stretch of `lengthMs`. */
export function figuresOf(rows: readonly Traffic[], lengthMs: number): TrafficFigures {
  let [requests, failures, tokens] = [0, 0, 0];
  for (const row of rows) {
    requests += row.requests;
    failures += row.failures;
    tokens += row.tokens;
  }
  const [p50, p95, p99] = percentilesOf(rows, [0.5, 0.95, 0.99]);
  return {
    requests_per_minute: rounded((requests * MINUTE_MS) / lengthMs),
    tokens_per_minute: rounded((tokens * MINUTE_MS) / lengthMs),
    error_rate: requests === 0 ? null : failures / requests,
    p50_ms: p50 ?? null,
    p95_ms: p95 ?? null,
    p99_ms: p99 ?? null,
  };
}

/** What so great a share of the answers took at most; none where there is no answer. */
function percentilesOf(rows: readonly Traffic[], shares: readonly number[]): number[] {
  const answered = rows
    .flatMap(({ latencyMs, requests }) =>
      latencyMs === undefined ? [] : [{ latencyMs, requests }],
    )
    .sort((a, b) => a.latencyMs - b.latencyMs);
  const count = answered.reduce((sum, { requests }) => sum + requests, 0);
  if (count === 0) return [];
  let [index, seen] = [-1, 0];
  return shares.map((share) => {
    while (seen < share * count && index < answered.length - 1) {
      index += 1;
      seen += answered[index]?.requests ?? 0;
    }
    return rounded(answered[Math.max(0, index)]?.latencyMs ?? 0);
  });
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
