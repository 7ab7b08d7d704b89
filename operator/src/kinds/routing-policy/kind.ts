import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { routingPolicy, type RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { operatorKind, type Remembered } from '../kit/operator-kind.ts';
import type { SectionFragment } from '../kit/kind-verdict.ts';
import { normalCondition, policyClaims } from './claims.ts';
import { decideRoutingPolicy } from './decide.ts';
import { gatherRoutingPolicy, type RoutingPolicyGathered } from './gather.ts';
import { groupNames } from './group-names.ts';
import { keptPolicy } from './keep.ts';
import { summarize } from './summarize.ts';
import { unreachable } from './unreachable.ts';

/** A RoutingPolicy; the alias of a model group is a name that clients send. */
export const routingPolicyKind = operatorKind<
  RoutingPolicySpec,
  RoutingPolicyGathered,
  PolicyFragment
>({
  definition: routingPolicy,
  sections: () => ['policies'],
  gather: gatherRoutingPolicy,
  decide: decideRoutingPolicy,
  keptIn: 'policies',
  keep: (kept, { exists }) => {
    const fragment = keptPolicy(kept, exists);
    return fragment ? [{ section: 'policies', fragment }] : [];
  },
  names: groupNames,
  claims: ({ fragment }) => policyClaims(fragment as PolicyFragment),
  mayGuard: ({ action, policyType }) =>
    (policyType === undefined || policyType === 'conditional') && action !== 'prefer',
  remarks: remarksOn,
  summarize,
});

/** Policies that no request reaches are fine, but their authors should know. */
function remarksOn(
  fragments: readonly SectionFragment[],
  remembered: Remembered,
): ReadonlyMap<string, string> {
  const policies = fragments.map(({ fragment }) => fragment as PolicyFragment);
  const behind = unreachable(policies, (rule) => remembered(rule, () => normalCondition(rule)));
  return new Map(
    [...behind].map(([uid, name]) => [
      uid,
      `never reached: RoutingPolicy "${name}" decides every request that it could match`,
    ]),
  );
}
