import type { RecordColumn } from '../../records/kit/record-list-props.ts';
import type { ApiObject } from '../../api/api-object.ts';
import { choiceText } from '../../ui/text/choice-text.ts';
import { Dash, Moment } from '../../ui/cells/moment.tsx';
import { ToneBadge } from '../../ui/cells/state-badge.tsx';
import { KeySpend } from './usage/key-spend.tsx';

/** What a key spent in the last 30 days. */
export const spendColumn: RecordColumn<ApiObject> = {
  ...{ field: 'spent_30_days', title: 'Spent in 30 days', isNumber: true, isComputed: true },
  cell: (object) => <KeySpend apiKey={object} />,
};

/** What a key may do at the API. */
export const roleColumn: RecordColumn<ApiObject> = {
  ...{ field: 'role', title: 'Role', isSortable: true },
  cell: ({ role }) => (typeof role === 'string' ? choiceText(role) : <Dash />),
};

/** Whether a key is refused. */
export const blockedColumn: RecordColumn<ApiObject> = {
  ...{ field: 'blocked', title: 'Blocked', isSortable: true },
  cell: (object) => (object['blocked'] === true ? <ToneBadge label="Blocked" tone="bad" /> : 'No'),
};

/** When a key stops working, or that it did. */
export const expiryColumn: RecordColumn<ApiObject> = {
  ...{ field: 'expires_at', title: 'Expires', isSortable: true },
  cell: ({ expires_at: at }) => {
    if (typeof at !== 'string') return 'Never';
    if (Date.parse(at) > Date.now()) return <Moment at={at} />;
    return (
      <>
        <ToneBadge label="Expired" tone="bad" /> <Moment at={at} />
      </>
    );
  },
};
