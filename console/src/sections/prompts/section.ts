import { IconMessage2Code } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const prompts: Section = {
  title: 'Prompts',
  path: '/prompts',
  group: 'Governance',
  icon: IconMessage2Code,
  jump: 'p',
  permissions: ['prompts:read'],
  pages: [
    ...objectPages('/prompts', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
    { path: '/prompt-reviews', load: () => import('./reviews.tsx') },
  ],
  tabs: [
    { title: 'Prompts', path: '/prompts' },
    { title: 'Review queue', path: '/prompt-reviews', permission: 'prompts:approve' },
  ],
};
