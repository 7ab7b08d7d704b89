import { Badge } from '@mantine/core';
import type { RecordColumn, RecordFilter } from '../../../records/record-list-props.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { STATES, type AccessRequest } from './access-request.ts';

const TIERS = RESOURCES.accessTier.collection;
const TEAMS = RESOURCES.team.collection;
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
  return user_id ?? request.requested_by;
}

export const REQUEST_COLUMNS: readonly RecordColumn<AccessRequest>[] = [
  {
    field: 'tier_id',
    title: 'Tier',
    cell: ({ tier_id }) => <ObjectLink collection={TIERS} id={tier_id} />,
  },
  { field: 'user_id', title: 'For', cell: (request) => <Holder request={request} /> },
  { field: 'justification', title: 'Reason' },
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
  { field: 'organization_id', title: 'Organization', isHidden: true },
];

const STATE_FILTER: RecordFilter = {
  kind: 'choice',
  name: 'status',
  title: 'State',
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
};

const OTHER_FILTERS: readonly RecordFilter[] = [
  { kind: 'object', name: 'tier_id', title: 'Tier', collection: TIERS },
  { kind: 'object', name: 'team_id', title: 'Team', collection: TEAMS },
];

/** What the list is narrowed by; in the queue all are of one state. */
export const filtersOf = (isQueue: boolean): readonly RecordFilter[] =>
  isQueue ? OTHER_FILTERS : [STATE_FILTER, ...OTHER_FILTERS];
