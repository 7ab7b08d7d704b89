import {
  activeColumn,
  activeFilter,
  choiceColumn,
  choiceFilter,
  organizationColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { allowedToolsColumn, reachableColumn, teamsColumn } from './server/server-columns.tsx';
import { ServerSummary } from './server/server-summary.tsx';
import { TestButton } from './server/test-button.tsx';
import { ToolsTab } from './tools/tools-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.mcpServer,
  purpose:
    'An MCP server gives models tools: search, files, tickets. It says who may use which. Gateways call it for whoever may use it, at /mcp and its id.',
  unlisted:
    'Servers of the platform are not listed here; those that you may use serve you all the same: /mcp of the gateway lists their tools.',
  columns: [
    choiceColumn('server_type', 'Kind'),
    textColumn('url', 'Address'),
    reachableColumn,
    teamsColumn,
    allowedToolsColumn,
    activeColumn,
    organizationColumn,
  ],
  filters: [choiceFilter('server_type', ['stdio', 'sse', 'streamable_http']), activeFilter],
  groups: [
    {
      title: 'Server',
      fields: ['name', 'description', 'organization_id', 'server_type', 'is_active'],
    },
    { title: 'Where it is', fields: ['url', 'command', 'args'] },
    { title: 'Credentials', fields: ['secret', 'secret_ref', 'headers', 'env'] },
    { title: 'Who may use it', fields: ['allowed_tools', 'allowed_teams', 'allowed_keys'] },
    { title: 'Terms of single tools', fields: ['tools'] },
  ],
  choice: {
    field: 'server_type',
    brings: { stdio: ['command', 'args', 'env'], sse: ['url'], streamable_http: ['url'] },
  },
  tabs: [{ id: 'tools', title: 'Tools', permission: 'mcp_servers:write', Content: ToolsTab }],
  Actions: TestButton,
  Summary: ServerSummary,
};
