import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { routingPolicy, type RoutingPolicySpec } from '@aicp/crds/routing-policy';
import { operatorKind } from '../kit/operator-kind.ts';
import { policyClaims } from './claims.ts';
import { decideRoutingPolicy } from './decide.ts';
import { gatherRoutingPolicy, type RoutingPolicyGathered } from './gather.ts';
import { groupNames } from './group-names.ts';
import { keptPolicy } from './keep.ts';
import { remarksOn } from './remarks.ts';
import { summarize } from './summarize.ts';

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
