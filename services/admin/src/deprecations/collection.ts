import { modelDeprecation } from '@aicp/crds/model-deprecation';
import type { Collection } from '../resources/collection.ts';

export const deprecations: Collection = {
  kind: modelDeprecation,
  path: 'deprecations',
  otherPaths: ['model-deprecations'],
  permission: 'deprecations',
  isShared: true,
  ...{ tag: 'Deprecations', noun: 'deprecation' },
  nameFrom: 'modelName',
  example: {
    model_name: 'gpt-4',
    replacement_model: 'gpt-4o',
    sunset_date: '2027-06-30',
    auto_reroute: true,
  },
};
