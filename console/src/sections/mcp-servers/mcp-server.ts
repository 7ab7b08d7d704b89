import { activeColumn, activeFilter, choiceFilter, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.mcpServer,
  purpose: 'An MCP server gives models tools: search, files, tickets. It says who may use which.',
  notice: 'MCP servers are stored. No service connects to them yet.',
  columns: [textColumn('server_type', 'Kind'), textColumn('url', 'Address'), activeColumn],
  filters: [choiceFilter('server_type', ['stdio', 'sse', 'streamable_http']), activeFilter],
  groups: [
    {
      title: 'Server',
      fields: [
        'name',
        'description',
        'organization_id',
        'server_type',
        'url',
        'command',
        'args',
        'is_active',
      ],
    },
    { title: 'Credentials', fields: ['secret', 'secret_ref', 'headers', 'env'] },
    { title: 'Who may use it', fields: ['allowed_tools', 'allowed_teams'] },
  ],
};
