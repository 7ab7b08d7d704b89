import {
  choiceColumn,
  choiceFilter,
  organizationColumn,
  textColumn,
} from '../../objects/kit/columns.tsx';
import type { ObjectDefinition } from '../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { DetectorTab } from './scan/detector-tab.tsx';

export const definition: ObjectDefinition = {
  resource: RESOURCES.detector,
  purpose:
    'A detector finds what guardrails look for, by words, by patterns, or as personal data and secrets.',
  columns: [choiceColumn('detector_type', 'Kind'), textColumn('description'), organizationColumn],
  filters: [choiceFilter('detector_type', ['regex', 'keyword', 'pii', 'secrets'])],
  groups: [
    {
      title: 'Detector',
      fields: ['name', 'description', 'organization_id', 'detector_type', 'config'],
    },
  ],
  tabs: [{ id: 'try', title: 'Try it', keepsText: true, Content: DetectorTab }],
};
