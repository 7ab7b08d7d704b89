import { Alert, SimpleGrid } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useObject } from '../../../api/read/list.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { usdText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { Count, Usd } from '../../../ui/cells/numbers.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { reachProblem } from '../reach/key-reach.ts';
import type { UsageReport } from '../usage/usage-report.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Whether a key works, whose it is, and what it spent this month. */
export function KeySummary({ object }: { readonly object: ApiObject }) {
  const { data } = useObject<UsageReport>(RESOURCES.apiKey.collection, object.id, {
    below: '/usage',
    query: { period: 'monthly' },
  });
  const problem = reachProblem(object);
  return (
    <>
      {object['blocked'] === true && (
        <Alert color="red" icon={<IconLock size={18} aria-hidden />} title="This key is blocked">
          Requests with it are refused until somebody unblocks it.
        </Alert>
      )}
      {problem !== undefined && (
        <Alert
          color="yellow"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="This key belongs to no organization"
        >
          {problem}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Figure title="Spent this month" note={budgetNote(object)}>
          <Usd value={data?.cost} />
        </Figure>
        <Figure title="Requests this month">
          <Count value={data?.requests} />
        </Figure>
        <Figure title="Team" note={userNote(object)}>
          <ObjectLink collection={RESOURCES.team.collection} id={textOf(object['team_id'])} />
        </Figure>
        <Figure title="Expires" {...graceNote(object)}>
          {textOf(object['expires_at']) === undefined ? (
            'Never'
          ) : (
            <Moment at={textOf(object['expires_at'])} />
          )}
        </Figure>
      </SimpleGrid>
    </>
  );
}

const WINDOWS: Readonly<Record<string, string>> = {
  '1h': 'an hour',
  '1d': 'a day',
  '7d': 'a week',
  '30d': '30 days',
  month: 'a month',
};

function budgetNote({ max_budget: most, budget_duration: window }: ApiObject): string {
  if (typeof most !== 'number') return 'No budget of its own';
  return `Budget ${usdText(most)} ${WINDOWS[textOf(window) ?? 'month'] ?? ''}`;
}

const userNote = ({ user_id: user }: ApiObject): string =>
  textOf(user) === undefined ? 'No user named' : `User ${textOf(user) ?? ''}`;

/** After a rotation, until when the secret before works. */
function graceNote({ previous_key_expires_at: end }: ApiObject): { readonly note?: string } {
  const at = textOf(end);
  if (at === undefined || Date.parse(at) < Date.now()) return {};
  return { note: `The secret before works until ${new Date(at).toLocaleString('en')}` };
}
