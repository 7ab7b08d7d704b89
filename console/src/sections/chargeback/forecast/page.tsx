import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Group, Select, Stack, Table, Text } from '@mantine/core';
import { useObject } from '../../../api/read/list.ts';
import { useSearchParam } from '../../../address/search-params.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { TableRegion } from '../../../ui/table-region.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

type Forecast = ApiSchemas['CostForecast'];

const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];
const HISTORIES = [
  { value: '14', label: '2 weeks' },
  { value: '28', label: '4 weeks' },
  { value: '56', label: '8 weeks' },
  { value: '84', label: '12 weeks' },
];

/** What each team is expected to spend. */
export function Page() {
  const [days, setDays] = useSearchParam('days', '30');
  const [history, setHistory] = useSearchParam('history', '56');
  const [team, setTeam] = useSearchParam('team');
  const [organization] = useSearchParam('org');
  const forecast = useObject<Forecast>('/api/v1/reports', 'forecast', {
    query: { days, history_days: history, team_id: team, organization_id: organization },
  });
  return (
    <Stack gap="md">
      <PageTitle
        title="Forecast"
        description="What each team is expected to spend in the days to come, from what it spent before: a trend with an effect of each weekday. In four of five cases the sum is within the range."
      />
      <Group align="flex-end" gap="sm">
        <Select
          label="Days to come"
          data={PERIODS}
          value={days}
          onChange={(value) => setDays(value ?? undefined)}
          allowDeselect={false}
        />
        <Select
          label="Made from the last"
          data={HISTORIES}
          value={history}
          onChange={(value) => setHistory(value ?? undefined)}
          allowDeselect={false}
        />
        <ObjectSelect
          label="Team"
          collection={RESOURCES.team.collection}
          value={team}
          onChange={setTeam}
        />
      </Group>
      {forecast.isPending && <PageSkeleton />}
      {forecast.isError && (
        <ProblemAlert error={forecast.error} onRetry={() => void forecast.refetch()} />
      )}
      {forecast.data && <Sums forecast={forecast.data} />}
    </Stack>
  );
}

function Sums({ forecast: { forecasts, days, first_day } }: { readonly forecast: Forecast }) {
  if (forecasts.length === 0) {
    return (
      <Text size="sm">
        No team spent anything in this time, so there is nothing to forecast from.
      </Text>
    );
  }
  const first = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <TableRegion label="Forecast by team" minWidth={420} captionSide="top">
      <Table.Caption ta="left">
        {days} days from {first.format(new Date(first_day))}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Team</Table.Th>
          <Table.Th ta="right">Expected</Table.Th>
          <Table.Th ta="right">At least</Table.Th>
          <Table.Th ta="right">At most</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {forecasts.map((sum) => (
          <Table.Tr key={sum.team_id ?? ''}>
            <Table.Td>
              {sum.team_id === null ? (
                'No team'
              ) : (
                <ObjectLink collection={RESOURCES.team.collection} id={sum.team_id} />
              )}
            </Table.Td>
            {[sum.forecasted_cost, sum.confidence_low, sum.confidence_high].map((value, index) => (
              <Table.Td key={index} ta="right">
                <Usd value={value} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableRegion>
  );
}
