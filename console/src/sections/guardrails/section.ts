import { IconShieldCheck } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

export const guardrails: Section = {
  title: 'Guardrails',
  path: '/guardrails',
  group: 'Agents and safety',
  icon: IconShieldCheck,
  jump: 'u',
  permissions: ['guardrails:read'],
  pages: [
    ...objectPages(RESOURCES.guardrail, () => import('./guardrail.ts')),
    ...objectPages(RESOURCES.detector, () => import('./detector.ts')),
    { path: '/guardrails/_scan', load: () => import('./scan/page.tsx') },
  ],
  tabs: [
    { title: 'Guardrails', path: '/guardrails' },
    { title: 'Detectors', path: '/detectors', permission: 'detectors:read' },
    { title: 'Look at a text', path: '/guardrails/_scan', permission: 'detectors:read' },
  ],
};
