import {
  activeColumn,
  activeFilter,
  choiceColumn,
  choiceFilter,
  countColumn,
  linkColumn,
  objectFilter,
  organizationColumn,
  plainColumn,
  textColumn,
  textFilter,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { ModelActions } from './model/model-actions.tsx';
import { inputPriceColumn, outputPriceColumn } from './model/model-columns.tsx';
import { ModelSummary } from './model/model-summary.tsx';
import { PricesTab } from './model/prices-tab.tsx';
import { UsageTab } from './model/usage-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.model,
  purpose:
    'A model is a name that clients ask for. It says which provider answers, what that costs, and which other models take over.',
  columns: [
    linkColumn('provider', '/api/v1/providers'),
    textColumn('tier'),
    inputPriceColumn,
    outputPriceColumn,
    plainColumn('aliases'),
    { ...countColumn('context_window'), isHidden: true },
    { ...choiceColumn('mode', 'Made for'), isHidden: true },
    activeColumn,
    organizationColumn,
  ],
  filters: [
    objectFilter('provider', '/api/v1/providers'),
    textFilter('tier'),
    choiceFilter('mode', [
      'chat',
      'completion',
      'embedding',
      'moderation',
      'rerank',
      'image',
      'audio',
      'speech',
      'transcription',
    ]),
    activeFilter,
  ],
  groups: [
    {
      title: 'Model',
      fields: [
        'id',
        'display_name',
        'organization_id',
        'provider',
        'upstream_model',
        'aliases',
        'mode',
        'tier',
        'is_active',
        'tags',
      ],
    },
    {
      title: 'Prices',
      fields: [
        'input_price_per_million',
        'output_price_per_million',
        'cached_input_price_per_million',
        'cache_write_price_per_million',
        'reasoning_price_per_million',
        'audio_input_price_per_million',
        'audio_output_price_per_million',
        'per_request_price',
        'per_image_price',
        'per_minute_price',
        'character_price_per_million',
        'batch_discount_percent',
      ],
    },
    {
      title: 'Limits',
      fields: [
        'context_window',
        'max_output_tokens',
        'capabilities',
        'default_latency_sla_ms',
        'weight',
      ],
    },
    {
      title: 'When it fails',
      fields: ['fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks'],
    },
    {
      title: 'Timeouts',
      fields: [
        'connect_timeout_ms',
        'first_byte_timeout_ms',
        'idle_timeout_ms',
        'total_timeout_ms',
      ],
    },
  ],
  tabs: [
    { id: 'prices', title: 'Prices', Content: PricesTab },
    { id: 'usage', title: 'Usage', permission: 'usage:read', Content: UsageTab },
  ],
  Actions: ModelActions,
  Summary: ModelSummary,
};
