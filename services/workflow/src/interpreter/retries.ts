import type { RetryRule } from '@aicp/contracts/workflows/workflow-definition';

/** How long to wait before the next try, after so many failures, in ms. */
export function pauseBefore(rule: RetryRule | undefined, failures: number): number {
  if (!rule) return 0;
  const grown = rule.initial_interval_seconds * rule.backoff ** Math.max(0, failures - 1);
  return Math.min(grown, rule.max_interval_seconds) * 1000;
}
