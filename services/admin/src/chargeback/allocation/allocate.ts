import { divide } from './divide.ts';
import { Shares, type AllocationRule } from './shares.ts';
import type { SpendCell } from './spend-cell.ts';

/** What one rule takes of a cell's spend, or what none takes. */
export interface Allocated {
  readonly cell: Pick<SpendCell, 'organization' | 'businessUnit' | 'team' | 'model' | 'provider'>;
  readonly rule: AllocationRule | undefined;
  readonly requests: bigint;
  readonly unpriced: bigint;
  readonly tokens: bigint;
  readonly cost: bigint;
}

/**
 * Divides spend by rules. For each cell, the parts add up to it exactly, in nano-USD, requests and tokens. The same cells and rules give the same parts in
 * the same order, whatever order they come in. Cost of organizations that are `undivided` stays unallocated. Throws OverAllocated.
 */
export function allocate(
  cells: readonly SpendCell[],
  rules: readonly AllocationRule[],
  undivided: readonly string[] = [],
): Allocated[] {
  const shares = new Shares(rules, undivided);
  return [...cells].sort(byName).flatMap((cell) => {
    const { organization, businessUnit, team, model, provider } = cell;
    const owners = shares.of(cell);
    const weights = owners.map(({ weight }) => weight);
    const [cost, requests, unpriced, tokens] = [
      divide(cell.cost, weights),
      divide(cell.requests, weights),
      divide(cell.unpriced, weights),
      divide(cell.tokens, weights),
    ];
    return owners.map(({ rule }, index) => ({
      cell: { organization, businessUnit, team, model, provider },
      rule,
      requests: requests[index] ?? 0n,
      unpriced: unpriced[index] ?? 0n,
      tokens: tokens[index] ?? 0n,
      cost: cost[index] ?? 0n,
    }));
  });
}

/** No name holds a NUL. Undefined comes before every name. */
export const cellKey = (cell: Allocated['cell']): string =>
  [cell.organization, cell.businessUnit, cell.team, cell.model, cell.provider]
    .map((name) => name ?? '')
    .join('\0');

function byName(a: SpendCell, b: SpendCell): number {
  const [one, other] = [cellKey(a), cellKey(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
