import { routingPolicy } from '@aicp/crds/routing-policy';
import { collectionOf, type Collection, type Spec } from '../../resources/collection.ts';

/** A rule in the spec itself is answered as `conditional`; sent back, that is no other form of policy. */
function withoutOwnType(sent: Spec, current: Spec | undefined): Spec {
  const isOwn = sent['policyType'] === 'conditional' && !sent['config'] && !current?.['policyType'];
  if (!isOwn) return sent;
  const { policyType: _, ...rest } = sent;
  return rest;
}

export const routingPolicyCollection = (): Collection =>
  collectionOf(routingPolicy, {
    fillIn: withoutOwnType,
    additions: {
      schemas: {},
      of: ({ spec }) => (spec['policyType'] === undefined ? { policy_type: 'conditional' } : {}),
    },
  });
