import {
  activeColumn,
  activeFilter,
  choiceColumn,
  choiceFilter,
  countColumn,
  organizationColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { HealthTab } from './provider/health-tab.tsx';
import { ModelsTab } from './provider/models-tab.tsx';
import { ProviderSummary } from './provider/provider-summary.tsx';
import { OfferedTab } from './offered/offered-tab.tsx';
import { CapabilitiesTab } from './provider-types/capabilities-tab.tsx';
import { PROVIDER_TYPES, TYPE_CHOICE } from './provider-types/provider-types.ts';
import { TestButton } from './provider/test-button.tsx';
import { UsageTab } from './provider/usage-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.provider,
  purpose:
    'A provider is a service that answers requests, such as OpenAI, Anthropic or your own server, with the credentials to reach it.',
  columns: [
    choiceColumn('type'),
    textColumn('base_url', 'Address'),
    { ...textColumn('region'), isHidden: true },
    { ...countColumn('concurrent_limit', 'At a time'), isHidden: true },
    activeColumn,
    organizationColumn,
  ],
  filters: [
    choiceFilter(
      'type',
      PROVIDER_TYPES.map(({ type }) => type),
    ),
    activeFilter,
  ],
  groups: [
    {
      title: 'Provider',
      fields: [
        ...['name', 'organization_id', 'type', 'base_url', 'project', 'region', 'api_version'],
        'is_active',
      ],
    },
    { title: 'Credentials', fields: ['api_key', 'secret_ref', 'credentials', 'headers'] },
    {
      title: 'When it is slow or fails',
      fields: ['max_retries', 'hedge_after_ms', 'concurrent_limit'],
    },
    {
      title: 'Timeouts',
      fields: [
        'timeout_ms',
        'connect_timeout_ms',
        'first_byte_timeout_ms',
        'idle_timeout_ms',
        'total_timeout_ms',
      ],
    },
    { title: 'Simulation, for trials', fields: ['simulation'] },
  ],
  choice: TYPE_CHOICE,
  tabs: [
    { id: 'models', title: 'Models', permission: 'models:read', Content: ModelsTab },
    { id: 'offered', title: 'Offered', permission: 'providers:write', Content: OfferedTab },
    { id: 'health', title: 'Health', permission: 'sla_definitions:read', Content: HealthTab },
    { id: 'supports', title: 'What it supports', Content: CapabilitiesTab },
    { id: 'usage', title: 'Usage', permission: 'usage:read', Content: UsageTab },
  ],
  Actions: TestButton,
  Summary: ProviderSummary,
};
