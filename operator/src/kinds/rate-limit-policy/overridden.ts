import { byPrecedence } from '@aicp/contracts/routing/policies/precedence';
import type { RateLimitFragment } from '@aicp/contracts/snapshot/sections/rate-limits';

/**
 * Policies that limit nothing, by uid, with a sentence on the one that counts in their place: one of the same owner with the same scope and
 * value, which stands before them.
 */
export function overridden(policies: readonly RateLimitFragment[]): Map<string, string> {
  const first = new Map<string, string>();
  const remarks = new Map<string, string>();
  for (const { source, id, organization, scope, value } of [...policies].sort(byPrecedence)) {
    const place = JSON.stringify([organization, scope, value]);
    const before = first.get(place);
    if (before === undefined) first.set(place, id);
    else remarks.set(source.uid, `limits nothing: RateLimitPolicy "${before}" counts in its place`);
  }
  return remarks;
}
