import type { Payer } from '@aicp/contracts/spend/payer';
import { sql, type RawBuilder } from 'kysely';
import { insertOf, type Column } from '../../database/column-arrays.ts';
import { GRAINS } from '../../query/coverage.ts';

/** A request that carries a tag. */
export interface Tagged {
  readonly atMs: number;
  readonly tag: number;
  readonly costNano: number | null;
  readonly payer: Payer;
}

interface TagSums {
  readonly startsMs: number;
  readonly tag: number;
  requests: number;
  unpriced: number;
  costNano: bigint;
  ownCostNano: bigint;
}

const NOTHING = { costNano: 0n, ownCostNano: 0n };

const COLUMNS: readonly Column<TagSums>[] = [
  { name: 'starts', type: 'timestamptz', of: ({ startsMs }) => new Date(startsMs).toISOString() },
  { name: 'tag', type: 'integer', of: ({ tag }) => tag },
  { name: 'requests', type: 'bigint', of: ({ requests }) => requests },
  { name: 'unpriced', type: 'bigint', of: ({ unpriced }) => unpriced },
  { name: 'cost_nano', type: 'numeric', of: ({ costNano }) => costNano },
  { name: 'own_cost_nano', type: 'numeric', of: ({ ownCostNano }) => ownCostNano },
];

/** Adds what is new to the sums of its tags' quarter-hours. */
export function growTags(tagged: readonly Tagged[]): RawBuilder<unknown>[] {
  if (tagged.length === 0) return [];
  return [
    sql`${insertOf('tag_quarter', COLUMNS, sumsOf(tagged))}
    on conflict (tag, starts) do update set
      requests = tag_quarter.requests + excluded.requests,
      unpriced = tag_quarter.unpriced + excluded.unpriced,
      cost_nano = tag_quarter.cost_nano + excluded.cost_nano,
      own_cost_nano = tag_quarter.own_cost_nano + excluded.own_cost_nano`,
  ];
}

function sumsOf(tagged: readonly Tagged[]): TagSums[] {
  const [{ ms }] = GRAINS;
  const sums = new Map<string, TagSums>();
  for (const { atMs, tag, costNano, payer } of tagged) {
    const startsMs = Math.floor(atMs / ms) * ms;
    const key = `${startsMs}/${tag}`;
    const sum = sums.get(key) ?? { startsMs, tag, requests: 0, unpriced: 0, ...NOTHING };
    sums.set(key, sum);
    sum.requests += 1;
    if (costNano === null) sum.unpriced += 1;
    else sum.costNano += BigInt(costNano);
    if (payer === 'organization') sum.ownCostNano += BigInt(costNano ?? 0);
  }
  return [...sums.values()].sort((a, b) => a.startsMs - b.startsMs || a.tag - b.tag);
}
