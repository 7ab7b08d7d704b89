import type { Traffic } from '@aicp/ledger/query/recent-traffic';
import type { UsageTotals } from '@aicp/ledger/query/usage-query';
import { inUsd } from '../spend/ledger/usage-sums.ts';
import type { RealtimeMetrics } from './realtime-schema.ts';
import type { TrafficSeries } from './traffic-series.ts';
import { figuresOf } from './traffic-sums.ts';

/** What was spent today, by model and provider. */
export type SpentToday = readonly Pick<
  UsageTotals<'model_served' | 'provider'>,
  'group' | 'costNano'
>[];

const MINUTE_MS = 60_000;
/** So many models, and providers, are named. */
const MOST_NAMED = 100;

/** The figures as they are answered. */
export function realtimeOf(
  { minute, points, endsMs }: Pick<TrafficSeries, 'minute' | 'points' | 'endsMs'>,
  {
    spent,
    active,
    timeZone,
  }: { readonly spent: SpentToday; readonly active: number | null; readonly timeZone: string },
): RealtimeMetrics {
  const byModel = partsOf(minute, spent, {
    ofTraffic: ({ model }) => model,
    ofSpend: ({ model_served: model }) => model,
  });
  const byProvider = partsOf(minute, spent, {
    ofTraffic: ({ provider }) => provider,
    ofSpend: ({ provider }) => provider,
  });
  return {
    at: new Date(endsMs).toISOString(),
    time_zone: timeZone,
    ...figuresOf(minute, MINUTE_MS),
    active_requests: active,
    spend_today_usd: usdOf(spent),
    by_model: byModel.map(({ name: model, ...figures }) => ({ model, ...figures })),
    by_provider: byProvider.map(({ name: provider, ...figures }) => ({ provider, ...figures })),
    points: points.map(({ startsMs, ...figures }) => ({
      at: new Date(startsMs).toISOString(),
      ...figures,
    })),
  };
}

const usdOf = (spent: SpentToday): number =>
  inUsd(spent.reduce((sum, { costNano }) => sum + costNano, 0n));

/** The figures of each model, or provider, that served anything in the last minute or cost anything today; the busiest first. */
function partsOf(
  minute: readonly Traffic[],
  spent: SpentToday,
  by: {
    readonly ofTraffic: (row: Traffic) => string;
    readonly ofSpend: (group: SpentToday[number]['group']) => string;
  },
) {
  const traffic = Map.groupBy(minute, by.ofTraffic);
  const costs = Map.groupBy(spent, ({ group }) => by.ofSpend(group));
  return [...new Set([...traffic.keys(), ...costs.keys()])]
    .map((name) => ({
      name: name === '' ? null : name,
      ...figuresOf(traffic.get(name) ?? [], MINUTE_MS),
      spend_today_usd: usdOf(costs.get(name) ?? []),
    }))
    .sort(
      (a, b) =>
        b.requests_per_minute - a.requests_per_minute || b.spend_today_usd - a.spend_today_usd,
    )
    .slice(0, MOST_NAMED);
}
