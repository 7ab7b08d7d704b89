import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { usdText } from '../../../ui/text/format-number.ts';
import { useNow } from '../../../ui/cells/use-now.ts';
import { Figure } from '../../../ui/figure.tsx';
import { periodAt } from '../standing/budget-period.ts';
import { atThisPace, standingOf } from '../standing/budget-standing.ts';
import { windowOf } from '../standing/period-end.tsx';
import { useTimeZone } from '../standing/use-time-zone.ts';
import { subjectQuery } from './subject-query.ts';
import { TrendForecast } from './trend-forecast.tsx';

const DAY_MS = 86_400_000;

/** What a budget will have spent when it begins anew: at the pace so far, and by the trend of the weeks before. */
export function ForecastTab({ object }: { readonly object: ApiObject }) {
  const timeZone = useTimeZone();
  const now = useNow();
  if (timeZone === undefined) return null;
  const period = periodAt(windowOf(object), timeZone, now);
  const { spent, limit } = standingOf(object, now);
  const pace = atThisPace(spent, period, now);
  const days = Math.floor((period.endMs - now) / DAY_MS);
  const query = subjectQuery(object);
  const isTrendKnown = query !== undefined && days >= 1 && spent !== undefined;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Figure title="Spent so far">{spent === undefined ? 'Not known' : usdText(spent)}</Figure>
        <Figure title="At the pace so far" note={limitNote(pace, limit)}>
          {pace === undefined ? 'Too early to say' : usdText(pace)}
        </Figure>
        {isTrendKnown && <TrendForecast query={query} days={days} spent={spent} limit={limit} />}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {isTrendKnown
          ? 'The trend is made from the last 8 weeks, with an effect of each weekday. In four of five cases the sum is within its range.'
          : 'A trend of the weeks before is shown for teams, for organizations and for the whole platform, where a day or more is left.'}
      </Text>
    </Stack>
  );
}

/** How an expected sum stands to a limit, in words. */
export function limitNote(expected: number | undefined, limit: number | undefined): string {
  if (limit === undefined) return 'The budget has no limit.';
  if (expected === undefined) return `The limit is ${usdText(limit)}.`;
  const difference = usdText(Math.abs(expected - limit));
  return expected > limit
    ? `${difference} beyond the limit of ${usdText(limit)}`
    : `${difference} below the limit of ${usdText(limit)}`;
}
