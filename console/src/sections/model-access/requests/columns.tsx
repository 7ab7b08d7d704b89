import { Badge, Box } from '@mantine/core';
import type { RecordColumn, RecordFilter } from '../../../records/kit/record-list-props.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { STATES, type AccessRequest, type View } from './access-request.ts';

const TIERS = RESOURCES.accessTier.collection;
const TEAMS = RESOURCES.team.collection;
const ORGANIZATIONS = RESOURCES.organization.collection;
const KEYS = RESOURCES.apiKey.collection;

/** For whom access is asked. */
function Holder({ request }: { readonly request: AccessRequest }) {
  const { team_id, key_id, user_id } = request;
  if (team_id !== null) {
    return (
      <>
        Team <ObjectLink collection={TEAMS} id={team_id} />
      </>
    );
  }
  if (key_id !== null) {
    return (
      <>
        API key <ObjectLink collection={KEYS} id={key_id} />
      </>
    );
  }
  return <>{user_id ?? request.requested_by}</>;
}

export const REQUEST_COLUMNS: readonly RecordColumn<AccessRequest>[] = [
  {
    field: 'tier_id',
    title: 'Tier',
    cell: ({ tier_id }) => (
      <Box miw={110} display="inline-block">
        <ObjectLink collection={TIERS} id={tier_id} />
      </Box>
    ),
  },
  {
    field: 'user_id',
    title: 'For',
    cell: (request) => (
      <Box miw={110}>
        <Holder request={request} />
      </Box>
    ),
  },
  {
    field: 'justification',
    title: 'Reason',
    cell: ({ justification }) => <Box miw={140}>{justification ?? <Dash />}</Box>,
  },
  { field: 'requested_by', title: 'Asked by' },
  {
    field: 'status',
    title: 'State',
    cell: ({ status }) => (
      <Badge variant="light" color={STATES[status].color}>
        {STATES[status].label}
      </Badge>
    ),
  },
  { field: 'created_at', title: 'Asked', cell: ({ created_at }) => <Moment at={created_at} /> },
  { field: 'expires_at', title: 'Ends', cell: ({ expires_at }) => <Moment at={expires_at} /> },
  { field: 'decided_by', title: 'Decided by', isHidden: true },
  {
    field: 'organization_id',
    title: 'Organization',
    isHidden: true,
    cell: ({ organization_id }) => <ObjectLink collection={ORGANIZATIONS} id={organization_id} />,
  },
];

/** The same for who sees requests of several organizations. */
export const REQUEST_COLUMNS_OF_ALL: readonly RecordColumn<AccessRequest>[] = REQUEST_COLUMNS.map(
  (column) => (column.field === 'organization_id' ? { ...column, isHidden: false } : column),
);

const shown = new Set(['user_id', 'justification', 'requested_by', 'expires_at', 'decided_by']);

/** Columns of who has access, of one tier. */
export const GRANT_COLUMNS: readonly RecordColumn<AccessRequest>[] = REQUEST_COLUMNS.map(
  (column) => ({ ...column, isHidden: !shown.has(column.field) }),
);

const STATE_FILTER: RecordFilter = {
  kind: 'choice',
  name: 'status',
  title: 'State',
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
};

const OTHER_FILTERS: readonly RecordFilter[] = [
  { kind: 'object', name: 'tier_id', title: 'Tier', collection: TIERS },
  { kind: 'object', name: 'team_id', title: 'Team', collection: TEAMS },
  { kind: 'object', name: 'key_id', title: 'API key', collection: KEYS },
  { kind: 'text', name: 'user_id', title: 'Person', placeholder: 'Person is' },
  { kind: 'days', name: 'asked', title: 'Asked', after: 'since', before: 'until' },
];

/** What a view is narrowed by, besides what it shows. */
export function filtersOf(view: View): readonly RecordFilter[] {
  const others = OTHER_FILTERS.filter(({ name }) => view !== 'mine' || name !== 'user_id');
  return view === 'queue' || view === 'granted' ? others : [STATE_FILTER, ...others];
}
