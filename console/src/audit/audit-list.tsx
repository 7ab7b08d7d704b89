import { RecordList } from '../records/record-list.tsx';
import type { RecordColumn, RecordFilter } from '../records/kit/record-list-props.ts';
import { EmptyNote } from '../records/kit/empty-note.tsx';
import { choiceFilter, textFilter } from '../objects/kit/columns.tsx';
import { RESOURCES, resourceOfType } from '../resources/resource-table.ts';
import { sentenceCase } from '../ui/text/text.ts';
import { Moment } from '../ui/cells/moment.tsx';
import { ObjectLink } from '../ui/cells/object-link.tsx';
import type { AuditEntry } from './audit-entry.ts';
import { EntryDiff } from './entry-diff.tsx';

const SOURCES: Readonly<Record<string, string>> = {
  ...{ api: 'API', console: 'Console', gitops: 'Git', system: 'The service itself' },
};

const COLUMNS: readonly RecordColumn<AuditEntry>[] = [
  { field: 'timestamp', title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
  {
    field: 'user_id',
    title: 'Who',
    cell: ({ user_id, key_id }) => user_id ?? key_id ?? 'Not known',
  },
  {
    field: 'action',
    title: 'What',
    cell: ({ action }) => sentenceCase(action.replaceAll('_', ' ')),
  },
  {
    field: 'resource_type',
    title: 'Kind',
    cell: ({ resource_type: type }) =>
      sentenceCase(resourceOfType(type)?.noun ?? type.replaceAll('_', ' ')),
  },
  {
    field: 'resource_id',
    title: 'Object',
    cell: ({ resource_type: type, resource_id: id }) => (
      <ObjectLink collection={resourceOfType(type)?.collection ?? ''} id={id} />
    ),
  },
  { field: 'source', title: 'By way of', cell: ({ source }) => SOURCES[source] ?? source },
  {
    field: 'organization_id',
    title: 'Organization',
    isHidden: true,
    cell: ({ organization_id: id }) => (
      <ObjectLink collection={RESOURCES.organization.collection} id={id} />
    ),
  },
  { field: 'request_id', title: 'Request', isHidden: true },
  { field: 'ip', title: 'Address', isHidden: true },
];

/** What is done most; an address may name anything else. */
const ACTIONS = [
  ...['create', 'update', 'delete', 'login', 'denied', 'approve', 'deny', 'revoke', 'rotate'],
  ...['start', 'promote', 'rollback', 'add_member', 'remove_member', 'activate', 'expire'],
];

const KINDS = Object.values(RESOURCES).map(({ type, noun }) => ({
  value: type,
  label: sentenceCase(noun),
}));

const FILTERS: readonly RecordFilter[] = [
  choiceFilter('action', ACTIONS, 'What'),
  {
    ...{ kind: 'choice', name: 'resource_type', title: 'Kind' },
    options: KINDS.toSorted((a, b) => a.label.localeCompare(b.label)),
  },
  textFilter('resource_id', 'Object'),
  textFilter('user_id', 'Who'),
];

export interface AuditListProps {
  /** Of one object alone. */
  readonly query?: Readonly<Record<string, string>>;
  readonly isTimed?: boolean;
}

/** Entries of the audit log, the newest first, each with what it changed. */
export const AuditList = ({ query, isTimed = true }: AuditListProps) => (
  <RecordList<AuditEntry>
    collection="/api/v1/audit-logs"
    nouns="entries"
    idOf={({ id }) => id}
    columns={COLUMNS}
    filters={query ? [] : FILTERS}
    {...(query ? { query } : {})}
    isTimed={isTimed}
    Details={EntryDiff}
    refetchMs={10_000}
    empty={
      <EmptyNote title="No entries in this time">
        Whoever changes something, by whichever way, is written down here.
      </EmptyNote>
    }
  />
);
