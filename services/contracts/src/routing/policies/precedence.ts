import type { RulePolicy } from '../../snapshot/sections/policies.ts';

/** What decides when a policy is read. */
export interface Precedence {
  readonly id: string;
  readonly priority: number;
  /** RFC 3339. */
  readonly created: string;
}

/** A policy with its place in the order of reading: 0 is read first. */
export interface Ranked {
  readonly rank: number;
  readonly policy: RulePolicy;
}

/** The order in which the policies of one scope are read: highest priority first; equal: the older; equal still: by id. */
export const byPrecedence = (a: Precedence, b: Precedence): number =>
  b.priority - a.priority || momentOf(a) - momentOf(b) || compareIds(a.id, b.id);

/** The same for policies of several scopes: the platform's before an organization's. */
export const byScopeAndPrecedence = (
  a: Precedence & { readonly organization?: string | undefined },
  b: Precedence & { readonly organization?: string | undefined },
): number =>
  Number(a.organization !== undefined) - Number(b.organization !== undefined) || byPrecedence(a, b);

/** Policies of one scope in the order of reading. */
export function inReadingOrder(policies: readonly RulePolicy[]): Ranked[] {
  return [...policies].sort(byPrecedence).map((policy, rank) => ({ rank, policy }));
}

/** A moment that cannot be read is the youngest. */
function momentOf({ created }: Precedence): number {
  const moment = Date.parse(created);
  return Number.isNaN(moment) ? Number.MAX_SAFE_INTEGER : moment;
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
