import { choiceFilter, textColumn } from '../../objects/columns.tsx';
import type { ObjectDefinition } from '../../objects/object-definition.ts';
import { RESOURCES } from '../../resources/resource-table.ts';

export const definition: ObjectDefinition = {
  resource: RESOURCES.detector,
  purpose: 'A detector finds what guardrails look for, by words, patterns or a service of yours.',
  notice: 'Detectors are stored. The gateway does not look at requests by them yet.',
  columns: [textColumn('detector_type', 'Kind')],
  filters: [choiceFilter('detector_type', ['regex', 'keyword', 'pii', 'secrets'])],
  groups: [
    {
      title: 'Detector',
      fields: ['name', 'description', 'organization_id', 'detector_type', 'config'],
    },
  ],
};
