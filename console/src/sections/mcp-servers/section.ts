import { IconPlugConnected } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/pages/object-pages.ts';
import type { Section } from '../kit/section.ts';

const SYNC = `${RESOURCES.mcpServer.page}/_sync`;

export const mcpServers: Section = {
  title: 'MCP Servers',
  path: '/mcp-servers',
  group: 'Agents and safety',
  icon: IconPlugConnected,
  jump: 'n',
  permissions: ['mcp_servers:read'],
  pages: [
    { path: SYNC, load: () => import('./sync/page.tsx') },
    ...objectPages(RESOURCES.mcpServer, () => import('./mcp-server.ts')),
  ],
  tabs: [
    { title: 'Servers', path: RESOURCES.mcpServer.page },
    { title: 'Changes', path: SYNC, permission: 'mcp_servers:write' },
  ],
};
