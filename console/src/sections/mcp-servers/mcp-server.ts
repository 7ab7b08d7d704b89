import {
  activeColumn,
  activeFilter,
  choiceColumn,
  choiceFilter,
  organizationColumn,
  plainColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.mcpServer,
  purpose: 'An MCP server gives models tools: search, files, tickets. It says who may use which.',
  notice:
    'No service of this version acts on MCP servers. They are stored, and what they refer to is checked; nobody connects to them.',
  columns: [
    choiceColumn('server_type', 'Kind'),
    textColumn('url', 'Address'),
    plainColumn('allowed_teams', 'Teams'),
    { ...plainColumn('allowed_tools', 'Tools'), isHidden: true },
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
    { title: 'Who may use it', fields: ['allowed_tools', 'allowed_teams'] },
  ],
  choice: {
    field: 'server_type',
    brings: { stdio: ['command', 'args', 'env'], sse: ['url'], streamable_http: ['url'] },
  },
};
