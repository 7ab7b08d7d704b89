import {
  activeColumn,
  activeFilter,
  organizationColumn,
  plainColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.agent,
  purpose: 'An agent is a program that works on tasks for others by the A2A protocol.',
  notice:
    'No service of this version acts on agents. They are stored, and what they refer to is checked; nobody calls them.',
  columns: [
    textColumn('url', 'Address'),
    plainColumn('skills'),
    plainColumn('allowed_teams', 'Teams'),
    activeColumn,
    organizationColumn,
  ],
  filters: [activeFilter],
  groups: [
    { title: 'Agent', fields: ['name', 'description', 'organization_id', 'url', 'is_active'] },
    { title: 'What it can do', fields: ['skills'] },
    { title: 'Who may use it', fields: ['allowed_teams'] },
    { title: 'Credentials', fields: ['secret', 'secret_ref'] },
  ],
};
