import { activeColumn, activeFilter, choiceFilter, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.provider,
  purpose:
    'A provider is a service that answers requests, such as OpenAI, Anthropic or your own server, with the credentials to reach it.',
  columns: [textColumn('type'), textColumn('base_url', 'Address'), activeColumn],
  filters: [
    choiceFilter('type', [
      'openai',
      'anthropic',
      'azure_openai',
      'bedrock',
      'gemini',
      'vertex',
      'openai_compatible',
      'simulated',
    ]),
    activeFilter,
  ],
  groups: [
    {
      title: 'Provider',
      fields: ['name', 'organization_id', 'type', 'base_url', 'region', 'api_version', 'is_active'],
    },
    { title: 'Credentials', fields: ['api_key', 'secret_ref', 'credentials', 'headers'] },
    { title: 'Limits and retries', fields: ['concurrent_limit', 'max_retries', 'hedge_after_ms'] },
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
  ],
};
