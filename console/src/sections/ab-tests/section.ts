import { IconArrowsSplit2 } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const abTests: Section = {
  title: 'A/B Tests',
  path: '/ab-tests',
  group: 'Reliability',
  icon: IconArrowsSplit2,
  jump: 'x',
  permissions: ['ab_tests:read'],
  pages: [...objectPages(RESOURCES.abTest, () => import('./ab-test.ts'))],
  tabs: [],
};
