import { routingPolicy } from '@aicp/crds/routing-policy';
import type { Collection } from '../resources/collection.ts';

export const routingPolicies: Collection = {
  kind: routingPolicy,
  path: 'routing-policies',
  permission: 'routing_policies',
  isShared: true,
  ...{ tag: 'Routing policies', noun: 'routing policy', required: ['name'] },
  filters: ['policy_type'],
  example: {
    name: 'Data science on the large model',
    priority: 100,
    condition: 'team == data-science',
    action: 'permit',
    target_models: ['gpt-4o', 'claude-sonnet'],
  },
};
