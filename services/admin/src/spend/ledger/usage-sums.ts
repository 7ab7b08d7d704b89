import type { UsageDimension, UsageQuery, UsageTotals } from '@aicp/ledger/query/usage-query';
import { z } from 'zod';
import { exactUsage, keptSince } from './kept-usage.ts';
import type { SpendLedger } from './require-ledger.ts';
import type { UsageScope } from './usage-scope.ts';

/** What requests used together, as it is answered. */
export const usageSchema = z.object({
  requests: z.int(),
  unpriced_requests: z
    .int()
    .meta({ description: 'Of which the cost is not known: it counts as 0.' }),
  input_tokens: z.int().meta({ description: 'Cached ones and audio included.' }),
  output_tokens: z.int().meta({ description: 'Reasoning and audio included.' }),
  total_tokens: z.int(),
  cost: z.number().meta({ description: 'USD.' }),
});

/** Of reports that are by the days of a time zone. */
export const utcDaysSchema = z.iso.datetime().nullable().meta({
  description:
    'Before this moment usage is kept by days in UTC alone, and the report tells of these in place of days of its time zone; null where it has none of them.',
});

export type Usage = z.output<typeof usageSchema>;

export type Sums = Pick<UsageTotals<never>, 'requests' | 'unpriced' | 'tokens' | 'costNano'>;

/** The nearest number of USD: sums are made before. */
export const inUsd = (nano: bigint): number => Number(nano) / 1e9;

const INPUT = ['input', 'cached_input', 'cache_write', 'audio_input'] as const;

/** What sums come to together. */
export function usageOf(all: readonly Sums[]): Usage {
  let [requests, unpriced, input, total, cost] = [0, 0, 0n, 0n, 0n];
  for (const sums of all) {
    requests += sums.requests;
    unpriced += sums.unpriced;
    cost += sums.costNano;
    for (const bucket of INPUT) input += sums.tokens[bucket];
    for (const tokens of Object.values(sums.tokens)) total += tokens;
  }
  return {
    requests,
    unpriced_requests: unpriced,
    input_tokens: Number(input),
    output_tokens: Number(total - input),
    total_tokens: Number(total),
    cost: inUsd(cost),
  };
}

/**
 * Asks the ledger for what somebody may see. Nothing of a time before their organization was made. Throws a Problem (409) where it keeps only sums of days, and the
 * query cuts one.
 */
export async function usageWithin<Group extends UsageDimension>(
  ledger: SpendLedger,
  { filter, sinceMs }: UsageScope,
  query: Omit<UsageQuery<Group>, 'filter'> & { readonly step?: readonly number[] },
): Promise<UsageTotals<Group>[]> {
  const isOlder = sinceMs > query.from;
  const from = isOlder ? keptSince(sinceMs, await ledger.usageKeptFrom()) : query.from;
  if (from >= query.to) return [];
  const edges = query.step && [
    from,
    ...query.step.filter((edge) => edge > from && edge < query.to),
  ];
  const found = await exactUsage(ledger, {
    ...query,
    from,
    filter,
    ...(edges ? { step: edges } : {}),
  });
  if (!query.step || from === query.from) return found;
  // What of a step is left begins later: it is the same step.
  const steps = query.step;
  return found.map((row) => ({
    ...row,
    startsMs: steps.findLast((edge) => edge <= row.startsMs) ?? row.startsMs,
  }));
}

/** Usage by the value of one dimension, the dearest first. */
export function usageByValue<Group extends UsageDimension>(
  rows: readonly UsageTotals<Group>[],
  name: Group,
): (Usage & { readonly value: string | null })[] {
  const groups = Map.groupBy(rows, ({ group }) => group[name] as string);
  return [...groups]
    .map(([value, own]) => ({ value: value === '' ? null : value, ...usageOf(own) }))
    .sort((a, b) => b.cost - a.cost || b.requests - a.requests || compare(a.value, b.value));
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/** What was used in each of some steps, also in those in which nothing was. */
export const seriesOf = (
  rows: readonly (Sums & { readonly startsMs: number })[],
  edges: readonly number[],
): { readonly startsMs: number; readonly usage: Usage }[] => {
  const steps = Map.groupBy(rows, ({ startsMs }) => startsMs);
  return edges.map((startsMs) => ({ startsMs, usage: usageOf(steps.get(startsMs) ?? []) }));
};
