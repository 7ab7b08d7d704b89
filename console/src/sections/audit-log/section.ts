import { IconHistory } from '@tabler/icons-react';
import type { Section } from '../kit/section.ts';

export const auditLog: Section = {
  title: 'Audit Log',
  path: '/audit-log',
  group: 'Platform',
  icon: IconHistory,
  jump: 'l',
  permissions: ['audit_logs:read'],
  pages: [{ path: '/audit-log', load: () => import('./page.tsx') }],
  tabs: [],
};
