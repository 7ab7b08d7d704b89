import {
  activeColumn,
  activeFilter,
  choiceColumn,
  choiceFilter,
  flagFilter,
  organizationColumn,
  plainColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { choiceText } from '../../ui/text/choice-text.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { FindingsTab } from './facts/findings-tab.tsx';
import { looksForColumn } from './looks-for-column.tsx';
import { GuardrailTab } from './scan/guardrail-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.guardrail,
  purpose:
    'A guardrail looks at requests and answers for personal data, secrets, attacks or words that you forbid.',
  columns: [
    looksForColumn,
    choiceColumn('mode'),
    {
      ...plainColumn('stages', 'Looks at'),
      cell: ({ stages }) =>
        Array.isArray(stages) ? stages.map((stage) => choiceText(String(stage))).join(', ') : '',
    },
    { ...choiceColumn('on_fail', 'When it cannot look'), isHidden: true },
    activeColumn,
    organizationColumn,
  ],
  filters: [
    choiceFilter('mode', ['block', 'monitor']),
    choiceFilter('on_fail', ['block', 'allow']),
    flagFilter('enable_pii_detection', 'Personal data'),
    activeFilter,
  ],
  groups: [
    {
      title: 'Guardrail',
      fields: ['name', 'description', 'organization_id', 'is_active'],
    },
    { title: 'Whom it is for', fields: ['stages', 'applies_to'] },
    {
      title: 'What it looks for',
      fields: [
        'enable_pii_detection',
        'pii_action',
        'pii_entities',
        'enable_secrets_detection',
        'secrets_action',
        'enable_prompt_injection',
        'enable_toxicity',
        'toxicity_threshold',
        'blocked_keywords',
        'detectors',
      ],
    },
    { title: 'A service of yours', fields: ['external'] },
    { title: 'What it does then', fields: ['mode', 'restore', 'unscannable', 'on_fail'] },
  ],
  tabs: [
    { id: 'try', title: 'Try it', keepsText: true, Content: GuardrailTab },
    { id: 'findings', title: 'Findings', Content: FindingsTab },
  ],
};
