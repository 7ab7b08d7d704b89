import { routingPolicy } from '@aicp/crds/routing-policy';
import type { Collection, Spec } from '../resources/collection.ts';

/** A rule in the spec itself is answered as `conditional`; sent back, that is no other form of policy. */
function withoutOwnType(sent: Spec, current: Spec | undefined): Spec {
  const isOwn = sent['policyType'] === 'conditional' && !sent['config'] && !current?.['policyType'];
  if (!isOwn) return sent;
  const { policyType: _, ...rest } = sent;
  return rest;
}

export const routingPolicies: Collection = {
  kind: routingPolicy,
  path: 'routing-policies',
  permission: 'routing_policies',
  isShared: true,
  ...{ tag: 'Routing policies', noun: 'routing policy', required: ['name'] },
  filters: ['policy_type'],
  fillIn: withoutOwnType,
  additions: {
    schemas: {},
    of: ({ spec }) => (spec['policyType'] === undefined ? { policy_type: 'conditional' } : {}),
  },
  example: {
    name: 'Data science on the large model',
    priority: 100,
    condition: 'team == data-science',
    action: 'permit',
    target_models: ['gpt-4o', 'claude-sonnet'],
  },
};
