import { IconPlugConnected } from '@tabler/icons-react';
import { objectPages, type Section } from '../section.ts';

export const mcpServers: Section = {
  title: 'MCP Servers',
  path: '/mcp-servers',
  group: 'Agents and safety',
  icon: IconPlugConnected,
  jump: 'n',
  permissions: ['mcp_servers:read'],
  pages: [
    ...objectPages('/mcp-servers', {
      list: () => import('./list.tsx'),
      create: () => import('./create.tsx'),
      detail: () => import('./detail.tsx'),
    }),
  ],
  tabs: [],
};
