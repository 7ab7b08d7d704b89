import { provider } from '@aicp/crds/provider';
import type { Collection } from '../resources/collection.ts';

export const providers: Collection = {
  kind: provider,
  path: 'providers',
  permission: 'providers',
  ...{ tag: 'Providers', noun: 'provider', required: ['name'] },
  example: {
    name: 'openai',
    type: 'openai',
    base_url: 'https://api.openai.com/v1',
    api_key: 'sk-…',
  },
};
