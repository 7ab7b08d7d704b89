import type { LatencySpan } from '@aicp/ledger/query/latency-spans';
import { TimeSums } from '@aicp/ledger/latency/time-sums';
import type { UsageTotals } from '@aicp/ledger/query/usage-query';
import type { Overview, OverviewGroup, Timed } from '@aicp/ledger/requests/request-overview';
import { usageOf } from '../../spend/ledger/usage-sums.ts';
import type { OverviewPoint } from './overview-schema.ts';
import type { Steps } from './overview-steps.ts';

/** What each request counts for. */
export function pointOfRequests(one: Overview): OverviewPoint {
  const { startsMs, group, requests, failures, costNano, tokens } = one;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantileOf(one.latency, share));
  const counts = Object.entries(tokens).map(([name, count]) => [name, BigInt(count)] as const);
  const sums = { requests, unpriced: 0, costNano, tokens: Object.fromEntries(counts) as BigTokens };
  return {
    ...{ start: new Date(startsMs).toISOString(), group: group ?? null },
    ...{ requests, errors: failures },
    ...{ p50_ms: p50 ?? null, p95_ms: p95 ?? null, p99_ms: p99 ?? null },
    first_token_p95_ms: quantileOf(one.firstToken, 0.95) ?? null,
    ...spentOf([sums]),
  };
}

type BigTokens = UsageTotals<never>['tokens'];

/** What so great a share took at most; undefined where there is none. They come with the least first. */
function quantileOf(times: readonly Timed[], share: number): number | undefined {
  const count = times.reduce((sum, { requests }) => sum + requests, 0);
  let seen = 0;
  for (const { ms, requests } of times) {
    seen += requests;
    if (seen >= share * count) return rounded(ms);
  }
  return undefined;
}

function spentOf(sums: Parameters<typeof usageOf>[0]) {
  const { input_tokens: input, output_tokens: output, cost } = usageOf(sums);
  return { input_tokens: input, output_tokens: output, spend_usd: cost };
}

/** Sums of usage, with times of attempts where these are at hand. */
export function pointsOfSums(
  totals: readonly UsageTotals<OverviewGroup>[],
  groupBy: OverviewGroup | undefined,
  times: ReadonlyMap<string, AttemptTimes>,
): OverviewPoint[] {
  return totals.map((one) => {
    const group = groupBy && one.group[groupBy];
    const { latency, firstToken } = times.get(keyOf(one.startsMs, group)) ?? {};
    const at = (percent: number) => roundedOf(latency?.percentile(percent));
    return {
      ...{ start: new Date(one.startsMs).toISOString(), group: group ?? null },
      ...{ requests: one.requests, errors: null },
      ...{ p50_ms: at(50), p95_ms: at(95), p99_ms: at(99) },
      first_token_p95_ms: roundedOf(firstToken?.percentile(95)),
      ...spentOf([one]),
    };
  });
}

export interface AttemptTimes {
  readonly latency: TimeSums;
  readonly firstToken: TimeSums;
}

const keyOf = (startsMs: number, group: string | undefined): string => `${startsMs}/${group ?? ''}`;

/** How long attempts took, by step and group. */
export function timesOfSpans(
  spans: readonly LatencySpan[],
  { stepMs }: Steps,
  groupBy: 'model_served' | 'provider' | undefined,
): ReadonlyMap<string, AttemptTimes> {
  const found = new Map<string, AttemptTimes>();
  for (const span of spans) {
    const group = groupBy && (groupBy === 'provider' ? span.provider : span.model);
    const key = keyOf(Math.floor(span.startsMs / stepMs) * stepMs, group);
    const times = found.get(key) ?? { latency: new TimeSums(), firstToken: new TimeSums() };
    found.set(key, times);
    times.latency.add(span.latency);
    times.firstToken.add(span.firstToken);
  }
  return found;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
const roundedOf = (value: number | undefined): number | null =>
  value === undefined ? null : rounded(value);
