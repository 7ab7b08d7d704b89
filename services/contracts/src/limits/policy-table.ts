import { byPrecedence } from '../routing/policies/precedence.ts';
import type { LimitScope, RateLimitFragment } from '../snapshot/sections/rate-limits.ts';

/** The policies of one owner that count in one scope. */
interface ScopePolicies {
  /** The one that counts for each that no other names. */
  readonly each: RateLimitFragment | undefined;
  readonly byValue: ReadonlyMap<string, RateLimitFragment>;
}

/** Which policy of one owner, the platform or an organization, counts for what. */
export class PolicyTable {
  private readonly scopes: ReadonlyMap<LimitScope, ScopePolicies>;

  constructor(policies: readonly RateLimitFragment[]) {
    const byScope = Map.groupBy([...policies].sort(byPrecedence), ({ scope }) => scope);
    this.scopes = new Map([...byScope].map(([scope, some]) => [scope, toScope(some)]));
  }

  /** The one that counts for a value of a scope: the first that names it, whole, else the first that names none. */
  find(scope: LimitScope, value: string): RateLimitFragment | undefined {
    const policies = this.scopes.get(scope);
    return policies?.byValue.get(value) ?? policies?.each;
  }
}

/** `policies` are in the order of precedence. */
function toScope(policies: readonly RateLimitFragment[]): ScopePolicies {
  const byValue = new Map<string, RateLimitFragment>();
  for (const policy of policies) {
    const { value } = policy;
    if (value !== undefined && !byValue.has(value)) byValue.set(value, policy);
  }
  return { each: policies.find(({ value }) => value === undefined), byValue };
}
