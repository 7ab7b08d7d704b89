import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Paper, Stack, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { useList, useObject } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { countText, usdText } from '../../../ui/text/format-number.ts';
import { standingOf } from '../../budgets/standing/budget-standing.ts';
import { StandingBar } from '../../budgets/standing/standing-bar.tsx';

interface TeamProps {
  readonly object: ApiObject;
}

/** So many budgets are shown at a glance; the tab has all of them. */
const MOST = 3;

/** What a team spent this month, and how its budgets stand; nothing for who may read neither. */
export function TeamSummary({ object }: TeamProps) {
  const seesUsage = useCan('usage:read');
  const seesBudgets = useCan('budgets:read');
  if (!seesUsage && !seesBudgets) return null;
  return (
    <Paper withBorder p="md" role="group" aria-label="Spend">
      <Stack gap="sm">
        {seesUsage && <Spent team={object} />}
        {seesBudgets && <Budgets team={object} />}
      </Stack>
    </Paper>
  );
}

function Spent({ team }: { readonly team: ApiObject }) {
  const { data } = useObject<ApiSchemas['UsageReport']>(RESOURCES.team.collection, team.id, {
    ...{ below: '/usage', query: { period: 'monthly' } },
  });
  return (
    <Text size="sm">
      {data
        ? `${usdText(data.cost)} spent this month, by ${countText(data.requests)} requests`
        : 'What it spent this month is not known yet.'}
    </Text>
  );
}

function Budgets({ team }: { readonly team: ApiObject }) {
  const now = useNow();
  const { data } = useList<ApiObject>(RESOURCES.budget.collection, {
    ...{ entity_type: 'team', entity_id: team.id, limit: MOST },
  });
  if (!data) return null;
  const more = (data.total ?? data.items.length) - data.items.length;
  return (
    <>
      {data.items.map((budget) => (
        <div key={budget.id}>
          <Text size="sm">
            <ObjectLink
              collection={RESOURCES.budget.collection}
              id={budget.id}
              label={budget.name ?? budget.id}
            />
          </Text>
          <StandingBar standing={standingOf(budget, now)} />
        </div>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {`${countText(more)} more under Budgets.`}
        </Text>
      )}
    </>
  );
}
