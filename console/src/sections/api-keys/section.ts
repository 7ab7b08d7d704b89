import { IconKey } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const apiKeys: Section = {
  title: 'API Keys',
  path: '/api-keys',
  group: 'Platform',
  icon: IconKey,
  jump: 'k',
  permissions: ['api_keys:read'],
  pages: [
    ...objectPages('/api-keys', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
