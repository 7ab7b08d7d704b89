import { invalid } from '@aicp/api-kit/route/field-errors';
import { momentQuery } from '@aicp/api-kit/route/moment-query';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { scopeOf } from '../../access/permissions.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { requireLedger } from '../../spend/ledger/require-ledger.ts';
import { usageScopeOf } from '../../spend/ledger/usage-scope.ts';
import { overviewSchema } from './overview-schema.ts';
import { readOverview, type OverviewLedger } from './read-overview.ts';

const HOUR_MS = 3_600_000;
const MOST_MS = 366 * 24 * HOUR_MS;
const GROUPS = {
  none: undefined,
  model: 'model_served',
  provider: 'provider',
  team: 'team',
} as const;

const name = z.string().min(1).max(253);
const query = z.object({
  since: momentQuery('From then on; RFC 3339, or a date (UTC). Without it, the last hour.'),
  until: momentQuery('Until then; without it, now.'),
  group_by: z.enum(['none', 'model', 'provider', 'team']).default('none').meta({
    description: 'The ten with the most requests are told apart, the others are one.',
  }),
  team_id: name.optional().meta({ description: 'Only requests of this team.' }),
  organization_id: name.optional().meta({ description: 'Only requests of this organization.' }),
});

/** `GET /api/v1/metrics/overview`: how requests went over a time, for charts. */
export const overviewRoute = (needs: {
  readonly store: Pick<ObjectStore, 'find'>;
  readonly clock: Clock;
  /** Absent in an installation without a budget service. */
  readonly ledger: OverviewLedger | undefined;
}): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/metrics/overview',
    operationId: 'metricsOverview',
    tag: 'Metrics',
    summary: 'Requests, errors, latencies, tokens and spend over a time, for charts',
    description:
      'Of minutes to a year, in 300 steps at most. Requests count at the moment at which they came, those that were refused before they were sent do not. Up to 500,000 requests are counted one by one; of more, or where requests are not kept any more, there are sums: without errors, and with times of attempts for who sees all organizations. An organization is told of its own requests, a team_admin of the teams’, a member of the own.',
    permission: 'usage:read',
    query,
    answers: { 200: { description: 'The figures.', schema: overviewSchema } },
    handler: async ({ principal, query: asked }: RouteContext<unknown, z.output<typeof query>>) => {
      const ledger = requireLedger(needs.ledger);
      const { since, until, group_by: by, ...whose } = asked;
      const untilMs = Math.min(until?.getTime() ?? Infinity, needs.clock.now());
      const sinceMs = since?.getTime() ?? untilMs - HOUR_MS;
      if (untilMs - sinceMs > MOST_MS) {
        throw invalid([{ path: 'since', message: 'must be at most 366 days before until' }]);
      }
      const scope = usageScopeOf(principal, whose, needs.store);
      const isAll =
        scopeOf(principal.role, 'usage:read') === 'all' && Object.keys(scope.filter).length === 0;
      const question = { scope, isAll, sinceMs, untilMs, groupBy: GROUPS[by] };
      return { status: 200, body: await readOverview(ledger, question) };
    },
  });
