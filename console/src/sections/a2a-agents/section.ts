import { IconRobot } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const a2aAgents: Section = {
  title: 'A2A Agents',
  path: '/agents',
  group: 'Agents and safety',
  icon: IconRobot,
  jump: 'i',
  permissions: ['agents:read'],
  pages: [...objectPages(RESOURCES.agent, () => import('./agent.ts'))],
  tabs: [],
};
