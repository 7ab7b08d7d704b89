import { activeColumn, activeFilter, plainColumn, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.agent,
  purpose: 'An agent is a program that works on tasks for others by the A2A protocol.',
  notice: 'Agents are stored. No service calls them yet.',
  columns: [textColumn('url', 'Address'), plainColumn('skills'), activeColumn],
  filters: [activeFilter],
  groups: [
    { title: 'Agent', fields: ['name', 'description', 'organization_id', 'url', 'is_active'] },
    { title: 'What it can do', fields: ['skills'] },
    { title: 'Who may use it', fields: ['allowed_teams', 'secret', 'secret_ref'] },
  ],
};
