import {
  activeColumn,
  activeFilter,
  choiceFilter,
  plainColumn,
  textColumn,
} from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.guardrail,
  purpose:
    'A guardrail looks at requests and answers for personal data, secrets, attacks or words that you forbid.',
  notice: 'Guardrails are stored. The gateway does not look at requests by them yet.',
  columns: [
    textColumn('mode'),
    textColumn('on_fail', 'When it fails'),
    plainColumn('stages'),
    activeColumn,
  ],
  filters: [choiceFilter('mode', ['block', 'monitor']), activeFilter],
  groups: [
    {
      title: 'Guardrail',
      fields: [
        'name',
        'description',
        'organization_id',
        'is_active',
        'mode',
        'on_fail',
        'stages',
        'applies_to',
      ],
    },
    {
      title: 'What it looks for',
      fields: [
        'enable_pii_detection',
        'pii_action',
        'pii_entities',
        'enable_secrets_detection',
        'enable_prompt_injection',
        'enable_toxicity',
        'toxicity_threshold',
        'blocked_keywords',
        'detectors',
        'external',
      ],
    },
  ],
};
