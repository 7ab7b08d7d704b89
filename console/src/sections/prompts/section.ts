import { IconMessage2Code } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const prompts: Section = {
  title: 'Prompts',
  path: '/prompts',
  group: 'Governance',
  icon: IconMessage2Code,
  jump: 'p',
  permissions: ['prompts:read'],
  pages: [
    ...objectPages(RESOURCES.promptTemplate, () => import('./prompt-template.tsx')),
    { path: '/prompt-reviews', load: () => import('./reviews.tsx') },
  ],
  tabs: [
    { title: 'Prompts', path: '/prompts' },
    { title: 'Review queue', path: '/prompt-reviews', permission: 'prompts:approve' },
  ],
};
