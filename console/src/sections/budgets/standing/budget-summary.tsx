import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { usdText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { useNow } from '../../../ui/cells/use-now.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { raisersOf } from './raisers.ts';
import { periodAt } from './budget-period.ts';
import { atThisPace, standingOf, type BudgetStanding } from './budget-standing.ts';
import { StandingBar } from './standing-bar.tsx';
import { STATUS } from './status-texts.ts';
import { PeriodEnd, windowOf } from './period-end.tsx';
import { useTimeZone } from './use-time-zone.ts';

/** What is spent of a budget, when it starts over, and what comes of it at the pace so far. */
export function BudgetSummary({ object }: { readonly object: ApiObject }) {
  const standing = standingOf(object, useNow());
  const { increase } = standing;
  const canRaise = useRights(RESOURCES.budget).change(object);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <StandingBar standing={standing} />
        <Group gap="xl" component="dl" m={0} align="flex-start">
          <Fact title="State">
            <Status budget={object} />
          </Fact>
          <Fact title="Starts over">
            <PeriodEnd budget={object} />
          </Fact>
          <Fact title="At this pace">
            <Pace budget={object} standing={standing} />
          </Fact>
          {increase && (
            <Fact title="Raised for a while">
              {usdText(increase.amount_usd)} more, ends <Moment at={increase.expires_at} />
            </Fact>
          )}
        </Group>
        {!canRaise && (
          <Text size="sm" c="dimmed">
            {raisersOf(object)}
          </Text>
        )}
        {isOfEach(object) && (
          <Text size="sm" c="dimmed">
            Each one has this limit by itself. The figures are of whoever spent the most.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const isOfEach = (budget: ApiObject): boolean =>
  budget['entity_type'] !== 'global' && budget['entity_id'] === undefined;

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {title}
    </Text>
    <Text component="dd" size="sm" m={0}>
      {children}
    </Text>
  </div>
);

/** Whether a budget warns, or its limit is reached. */
export function Status({ budget }: { readonly budget: ApiObject }) {
  const status = STATUS[String(budget['status'])];
  if (!status) return 'Not known';
  return (
    <Box miw={92}>
      <ToneBadge label={status.label} tone={status.tone} />
    </Box>
  );
}

interface PaceProps {
  readonly budget: ApiObject;
  readonly standing: BudgetStanding;
}

function Pace({ budget, standing: { spent, limit } }: PaceProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  if (timeZone === undefined) return 'Not known';
  const expected = atThisPace(spent, periodAt(windowOf(budget), timeZone, now), now);
  if (expected === undefined) return 'Too early to say';
  const isOver = limit !== undefined && expected > limit;
  const beyond = isOver ? `, ${usdText(expected - limit)} beyond the limit` : '';
  return `${usdText(expected)} when it starts over${beyond}`;
}
