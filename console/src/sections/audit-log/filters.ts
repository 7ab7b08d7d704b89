import type { RecordFilter } from '../../records/record-list-props.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { sentenceCase } from '../../objects/text.ts';

/** By what the audit log is narrowed, in its list and in its export. */
export const AUDIT_FILTERS: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'resource_type',
    title: 'Kind',
    options: Object.values(RESOURCES).map(({ type, noun }) => ({
      value: type,
      label: sentenceCase(noun),
    })),
  },
  { kind: 'text', name: 'resource_id', title: 'Object' },
  { kind: 'text', name: 'action', title: 'Action', placeholder: 'team.update' },
  { kind: 'text', name: 'user_id', title: 'Person' },
];
