import type { ApiObject } from '../../../api/api-object.ts';
import { plainColumn } from '../../../objects/kit/columns.tsx';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { valueText } from '../../../ui/text/value-text.ts';

/** The tools that may be used: none named, all of them. */
export const allowedToolsColumn: RecordColumn<ApiObject> = {
  ...plainColumn('allowed_tools', 'Tools'),
  cell: (object) => valueText(object['allowed_tools']) || 'All',
};

/** Whether a server answered when it was last asked. */
export const reachableColumn: RecordColumn<ApiObject> = {
  ...{ field: 'reachable', title: 'Answers', isComputed: true },
  cell: ({ conditions }) => {
    const found = conditions?.find(({ type }) => type === 'Reachable');
    if (!found || found.status === 'Unknown') return <Dash />;
    return found.status === 'True' ? (
      <ToneBadge label="Yes" tone="good" why={found.message} />
    ) : (
      <ToneBadge label="No" tone="bad" why={found.message} />
    );
  },
};
