import { IconKey } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const apiKeys: Section = {
  title: 'API Keys',
  path: '/api-keys',
  group: 'Platform',
  icon: IconKey,
  jump: 'k',
  permissions: ['api_keys:read'],
  pages: [...objectPages(RESOURCES.apiKey, () => import('./api-key.ts'))],
  tabs: [],
};
