import type { ApiObject } from '../../../api/api-object.ts';
import { plainColumn } from '../../../objects/kit/columns.tsx';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { countText } from '../../../ui/text/format-number.ts';
import { shortTexts } from '../../../ui/text/short-text.ts';
import { allowedTools } from '../tools/server-tool.ts';

/** So many tools are named in a row. */
const MOST_NAMED = 3;

/** The tools that may be used, the first of many: none named, all of them. */
export const allowedToolsColumn: RecordColumn<ApiObject> = {
  ...plainColumn('allowed_tools', 'Tools'),
  cell: (object) => {
    const { shown, left } = shortTexts(allowedTools(object), MOST_NAMED);
    if (shown.length === 0) return 'All';
    return `${shown.join(', ')}${left > 0 ? ` and ${countText(left)} more` : ''}`;
  },
};

/** The teams that may use it: none named, all of them. */
export const teamsColumn: RecordColumn<ApiObject> = {
  ...plainColumn('allowed_teams', 'Teams'),
  cell: ({ allowed_teams: teams }) =>
    Array.isArray(teams) && teams.length > 0 ? teams.join(', ') : 'All',
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
