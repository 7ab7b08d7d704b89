import { IconShieldCheck } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const guardrails: Section = {
  title: 'Guardrails',
  path: '/guardrails',
  group: 'Agents and safety',
  icon: IconShieldCheck,
  jump: 'u',
  permissions: ['guardrails:read'],
  pages: [
    ...objectPages('/guardrails', {
      list: () => import('./guardrails/list.tsx'),
      create: () => import('./guardrails/create.tsx'),
      detail: () => import('./guardrails/detail.tsx'),
    }),
    ...objectPages('/detectors', {
      list: () => import('./detectors/list.tsx'),
      create: () => import('./detectors/create.tsx'),
      detail: () => import('./detectors/detail.tsx'),
    }),
  ],
  tabs: [
    { title: 'Guardrails', path: '/guardrails' },
    { title: 'Detectors', path: '/detectors', permission: 'detectors:read' },
  ],
};
