import {
  activeColumn,
  activeFilter,
  organizationColumn,
  plainColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { CardTab } from './card/card-tab.tsx';
import { TestButton } from './card/test-button.tsx';
import { TryTab } from './trial/try-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.agent,
  purpose:
    'An agent is a program that works on tasks for others by the A2A protocol. Gateways call it for whoever may use it, at /a2a and its id.',
  unlisted:
    'Agents of the platform are not listed here; those that you may use answer you all the same, by the ids that whoever runs the platform tells you.',
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
    { title: 'Who may use it', fields: ['allowed_teams', 'allowed_keys'] },
    { title: 'Limits and price', fields: ['rpm_limit', 'price_usd', 'timeout_seconds'] },
    { title: 'Credentials', fields: ['secret', 'secret_ref'] },
  ],
  tabs: [
    { id: 'card', title: 'Card', permission: 'playground:write', Content: CardTab },
    {
      ...{ id: 'try', title: 'Try it', permission: 'playground:write', keepsText: true },
      Content: TryTab,
    },
  ],
  Actions: TestButton,
};
