import { Text } from '@mantine/core';
import { textColumn } from '../../objects/kit/columns.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import { sentenceCase } from '../../ui/text/text.ts';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import { RESOURCES } from '../../resources/resource-table.ts';
import { usdText } from '../../ui/text/format-number.ts';
import { ObjectLink } from '../../ui/cells/object-link.tsx';
import { useNow } from '../../ui/cells/use-now.ts';
import { standingOf } from './standing/budget-standing.ts';
import { Status } from './standing/budget-summary.tsx';
import { PeriodEnd, windowOf, WINDOWS } from './standing/period-end.tsx';
import { StandingBar } from './standing/standing-bar.tsx';

const COLLECTIONS: Readonly<Record<string, string>> = {
  organization: RESOURCES.organization.collection,
  team: RESOURCES.team.collection,
  key: RESOURCES.apiKey.collection,
};

/** Whose spend a budget limits. */
function Subject({ budget }: { readonly budget: ApiObject }) {
  const type = typeof budget['entity_type'] === 'string' ? budget['entity_type'] : '';
  const id = budget['entity_id'];
  if (type === 'global') return 'Everything';
  const noun = type.replaceAll('_', ' ');
  if (typeof id !== 'string') return `Each ${noun}`;
  const collection = COLLECTIONS[type];
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{sentenceCase(noun)}</span>{' '}
      {collection ? <ObjectLink collection={collection} id={id} /> : id}
    </>
  );
}

function Spent({ budget }: { readonly budget: ApiObject }) {
  return <StandingBar standing={standingOf(budget, useNow())} isShort />;
}

function Limit({ budget }: { readonly budget: ApiObject }) {
  const { limit } = standingOf(budget, useNow());
  return limit === undefined ? '' : <span className="number">{usdText(limit)}</span>;
}

const ACTIONS: Readonly<Record<string, string>> = {
  block: 'Refuses',
  warn: 'Warns',
  downgrade: 'Downgrades',
};

/** How long a budget runs, and when it starts over. */
function Window({ budget }: { readonly budget: ApiObject }) {
  return (
    <>
      {WINDOWS[windowOf(budget)] ?? windowOf(budget)}
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <PeriodEnd budget={budget} before="starts over " />
      </Text>
    </>
  );
}

/** Columns of the list of budgets. */
export const BUDGET_COLUMNS: readonly RecordColumn<ApiObject>[] = [
  {
    ...{ field: 'entity_type', title: 'For', isSortable: true },
    cell: (budget) => <Subject budget={budget} />,
  },
  {
    ...{ field: 'current_spend', title: 'Spent' },
    cell: (budget) => <Spent budget={budget} />,
  },
  {
    ...{ field: 'limit_usd', title: 'Limit', isNumber: true, isHidden: true },
    cell: (budget) => <Limit budget={budget} />,
  },
  {
    ...{ field: 'window', title: 'Window', isSortable: true },
    cell: (budget) => <Window budget={budget} />,
  },
  { field: 'utilization', title: 'Standing', cell: (budget) => <Status budget={budget} /> },
  {
    ...{ field: 'action', title: 'At the limit', isSortable: true },
    cell: ({ action }) => (typeof action === 'string' ? (ACTIONS[action] ?? action) : ''),
  },
  { ...textColumn('entity_id', 'Which'), isHidden: true },
  { ...textColumn('alert_email'), isHidden: true },
];
