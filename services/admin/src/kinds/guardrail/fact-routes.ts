import { momentQuery } from '@aicp/api-kit/route/moment-query';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { pastPeriod, type PastPeriod } from '../../spend/ledger/past-period.ts';
import { requireLedger } from '../../spend/ledger/require-ledger.ts';
import { guardrailSimulation, statsSchema } from './fact-schemas.ts';
import { factReach, type GuardrailNeeds } from './guardrail-needs.ts';
import { simulationOfFacts, statsOfFacts } from './stats-of-facts.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MOST_DAYS = 366;
const BOUNDS = { usualMs: WEEK_MS, mostDays: MOST_DAYS };
const STEP_SECONDS = { hour: 3_600, day: 86_400 } as const;

const query = z.object({
  since: momentQuery(
    'From the hour of it on; RFC 3339, or a date (UTC). Without it, the last 7 days.',
  ),
  until: momentQuery('Up to the end of its hour; without it, now.'),
});

const body = z.strictObject({
  since: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .optional()
    .meta({
      document: { type: 'string', examples: ['2026-11-20T00:00:00Z'] },
      description: `From the hour of it on; ${MOST_DAYS} days ago at most. 7 days ago, if absent. RFC 3339, or a date (UTC).`,
    }),
});

const WHOSE =
  'An organization is told of its own requests, a team_admin of the teams’, also where the guardrail is the platform’s. Nothing of any text is kept.';

/** `GET /guardrails/{id}/stats`: what a guardrail said over a time. */
export const statsRoute = (needs: GuardrailNeeds): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/guardrails/{id}/stats',
    operationId: 'guardrailStats',
    tag: needs.service.collection.tag,
    summary: 'What a guardrail did, and what it would have done in monitor mode',
    description: `Counts of requests by verdict, and of findings by label, as the ledger has them some seconds after a request. ${WHOSE}`,
    permission: permissionTo('read', needs.service.collection),
    query,
    answers: { 200: { description: 'The figures.', schema: statsSchema } },
    handler: async (context: RouteContext<unknown, z.output<typeof query>>) => {
      const { since, until } = context.query;
      const time = pastPeriod(
        { sinceMs: since?.getTime(), untilMs: until?.getTime() },
        needs.clock.now(),
        BOUNDS,
      );
      const { facts, told } = await asked(context, needs, time);
      const by = time.to - time.from > WEEK_MS ? 'day' : 'hour';
      const stats = statsOfFacts(await facts(by));
      return { status: 200, body: { ...told, ...stats, step_seconds: STEP_SECONDS[by] } };
    },
  });

/** `POST /guardrails/{id}/simulate`: what a guardrail would have blocked while it only watched. */
export const simulateRoute = (needs: GuardrailNeeds): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/guardrails/{id}/simulate',
    operationId: 'simulateGuardrail',
    tag: needs.service.collection.tag,
    summary: 'What a guardrail in monitor mode would have blocked',
    description: `From what it said of requests that came since then while its \`mode\` was \`monitor\`; texts are kept nowhere, so that others cannot be judged afterwards. ${WHOSE}`,
    permission: permissionTo('read', needs.service.collection),
    body,
    bodyExample: { since: '2026-11-20T00:00:00Z' },
    answers: { 200: { description: 'What it would have done.', schema: guardrailSimulation } },
    errors: [404],
    changesNothing: true,
    handler: async (context) => {
      const { since } = context.body;
      const sinceMs = since === undefined ? undefined : Date.parse(since);
      const time = pastPeriod({ sinceMs, untilMs: undefined }, needs.clock.now(), BOUNDS);
      const { facts, told } = await asked(context, needs, time);
      return { status: 200, body: { ...told, ...simulationOfFacts(await facts('team')) } };
    },
  });

/** The guardrail that is asked about, and what of its facts the caller may know. */
async function asked(context: RouteContext, needs: GuardrailNeeds, time: PastPeriod) {
  const found = await needs.service.get(context, idIn(context));
  const ledger = requireLedger(needs.ledger);
  const { name } = found.metadata;
  const reach = factReach(context.principal, name, needs);
  const first = await ledger.factsFrom(reach);
  return {
    facts: (by: 'hour' | 'day' | 'team') => ledger.facts({ ...reach, ...time, by }),
    told: {
      guardrail_id: name,
      since: new Date(time.from).toISOString(),
      until: new Date(time.to).toISOString(),
      facts_since: first === undefined ? null : new Date(first).toISOString(),
    },
  };
}
