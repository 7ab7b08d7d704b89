import { IconPlugConnected } from '@tabler/icons-react';
import { RESOURCES } from '../../resources/resource-table.ts';
import { objectPages } from '../../objects/object-pages.ts';
import type { Section } from '../section.ts';

export const mcpServers: Section = {
  title: 'MCP Servers',
  path: '/mcp-servers',
  group: 'Agents and safety',
  icon: IconPlugConnected,
  jump: 'n',
  permissions: ['mcp_servers:read'],
  pages: [...objectPages(RESOURCES.mcpServer, () => import('./mcp-server.ts'))],
  tabs: [],
};
