import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';

/** A decimal number of USD, as nano-USD; what is finer is cut off. */
export function nanoOf(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.');
  return BigInt(whole) * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** What is left of the bound of an execution, nano-USD, as it is read; undefined: it has none. */
export const leftOf = (execution: {
  readonly max_cost_nano: string | null;
  readonly cost_nano: string;
}): bigint | undefined =>
  execution.max_cost_nano === null
    ? undefined
    : BigInt(execution.max_cost_nano) - BigInt(execution.cost_nano);

/** What an execution may cost: the lower of what its template says and what else is said, nano-USD; undefined: no bound. */
export function lowestCost(
  { max_cost_usd: usd }: Pick<WorkflowDefinition, 'max_cost_usd'>,
  other: bigint | undefined,
): bigint | undefined {
  const own = usd === undefined ? undefined : nanoOf(usd);
  if (own === undefined || other === undefined) return own ?? other;
  return own < other ? own : other;
}
