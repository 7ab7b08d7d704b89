import type { Api } from '../../../api/api.ts';

const DAY_MS = 86_400_000;
/** Days that a list tells the spend of, today included. */
export const SPEND_DAYS = 30;
/** Rows that are drawn together are asked for together: so long after the first of them, ms. */
const TOGETHER_MS = 20;

interface Costs {
  readonly data: readonly {
    readonly results: readonly {
      readonly api_key_id: string | null;
      readonly amount: { readonly value: number };
    }[];
  }[];
}

/** The sum of what each key spent, by its id. */
export function sumsOf({ data }: Costs): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { api_key_id: id, amount } of data.flatMap(({ results }) => results)) {
    if (id !== null) sums.set(id, (sums.get(id) ?? 0) + amount.value);
  }
  return sums;
}

export interface SpendLoaderParts {
  readonly api: Pick<Api, 'json'>;
  readonly later: (work: () => void, ms: number) => void;
  readonly now: () => number;
}

/** Tells what keys spent in the last 30 days. All that are asked for within a moment are asked for by one request. */
export function spendLoader({ api, later, now }: SpendLoaderParts) {
  const waiting = new Set<string>();
  let together: Promise<ReadonlyMap<string, number>> | undefined;
  const ask = async (): Promise<ReadonlyMap<string, number>> => {
    await new Promise<void>((resolve) => later(resolve, TOGETHER_MS));
    const params = new URLSearchParams({
      group_by: 'api_key_id',
      limit: String(SPEND_DAYS),
      start_time: String(Math.floor((now() - (SPEND_DAYS - 1) * DAY_MS) / 1000)),
    });
    for (const id of waiting) params.append('api_key_ids[]', id);
    waiting.clear();
    together = undefined;
    return sumsOf(await api.json<Costs>(`/v1/organization/costs?${params.toString()}`));
  };
  return async (id: string): Promise<number> => {
    waiting.add(id);
    together ??= ask();
    return (await together).get(id) ?? 0;
  };
}
