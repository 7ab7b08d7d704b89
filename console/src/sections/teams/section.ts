import { IconUsersGroup } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const teams: Section = {
  title: 'Teams',
  path: '/teams',
  group: 'Platform',
  icon: IconUsersGroup,
  jump: 't',
  permissions: ['teams:read'],
  pages: [...objectPages(RESOURCES.team, () => import('./team.ts'))],
  tabs: [],
};
