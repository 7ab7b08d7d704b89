import { IconRobot } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const a2aAgents: Section = {
  title: 'A2A Agents',
  path: '/agents',
  group: 'Agents and safety',
  icon: IconRobot,
  jump: 'i',
  permissions: ['agents:read'],
  pages: [
    ...objectPages('/agents', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
