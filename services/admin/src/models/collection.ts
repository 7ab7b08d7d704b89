import { model } from '@aicp/crds/model';
import type { Collection } from '../resources/collection.ts';
import { uniqueSlug } from '../resources/object-name.ts';

export const models: Collection = {
  kind: model,
  path: 'models',
  permission: 'models',
  ...{ tag: 'Models', noun: 'model' },
  makeName: ({ modelId }) => uniqueSlug(String(modelId)),
  example: {
    id: 'gpt-4o',
    provider: 'openai',
    context_window: 128_000,
    input_price_per_million: 2.5,
    output_price_per_million: 10,
    tier: 'premium',
  },
};
