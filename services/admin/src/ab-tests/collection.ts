import { abtest } from '@aicp/crds/abtest';
import type { Collection } from '../resources/collection.ts';

export const abTests: Collection = {
  kind: abtest,
  path: 'ab-tests',
  permission: 'ab_tests',
  ...{ tag: 'A/B tests', noun: 'A/B test', required: ['name'] },
  auditName: 'ab_test',
  fixed: ['state', 'startedAt'],
  example: {
    name: 'mini instead of 4o',
    base_model: 'gpt-4o',
    variant_model: 'gpt-4o-mini',
    traffic_split_percent: 10,
  },
};
