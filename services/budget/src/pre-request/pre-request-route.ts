import { MAX_BODY_BYTES } from '@aicp/api-kit/route/read-input';
import { defineRoute, type Answer, type Route, type RouteContext } from '@aicp/api-kit/route/route';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { KeyCheck } from '../access/key-check.ts';
import { alertOf } from '../alerts/alert-of.ts';
import { tellAlerts, type TellOptions } from '../alerts/tell-alerts.ts';
import type { AllStandings, Standings } from '../spend/standings.ts';
import { notYet } from '../usage/spend-route.ts';
import { judgePreRequest, type PreRequestVerdict } from './judge-pre-request.ts';

/** As our gateways take. */
const MOST_ANSWERS = 128;

const body = z.object({
  api_key: z.string().min(1).max(1024).meta({ description: 'The key that will send it.' }),
  model: z.string().min(1).max(500),
  messages: z.array(z.unknown()).meta({ description: 'As the request will have them.' }),
  max_tokens: z.int().min(1).max(100_000_000).optional().meta({
    description: 'The most that may be answered; without it, 500 are reckoned with.',
  }),
  n: z.int().min(1).max(MOST_ANSWERS).optional().meta({
    description: 'How many answers are asked for; without it, one.',
  }),
  metadata: z.record(z.string().max(600), z.unknown()).optional().meta({
    description: 'As the request will have it: budgets of tags count it.',
  }),
});

const answer = z
  .object({ allowed: z.boolean(), message: z.string(), warning: z.string().nullable() })
  .meta({ id: 'PreRequestAnswer' });

export interface PreRequestRouteOptions extends TellOptions {
  readonly keys: Pick<KeyCheck, 'admit' | 'holderOf'>;
  readonly standings: Pick<Standings, 'now'>;
  readonly clock: Clock;
}

/** `POST /webhook/pre-request`, for gateways other than ours. */
export const preRequestRoute = (options: PreRequestRouteOptions): Route =>
  defineRoute({
    method: 'post',
    path: '/webhook/pre-request',
    operationId: 'checkPreRequest',
    summary: 'Whether budgets leave room for a request',
    description:
      'For gateways other than ours. A model that the key’s organization does not see is not allowed, nor is one without a price where ours would refuse it. What requests of our gateways that are under way have reserved counts as spent. Nothing is reserved for this one: others that are asked about meanwhile do not count.',
    tag: 'Budgets',
    permission: 'public',
    beforeBody: options.keys.admit,
    dryRun: false,
    body,
    bodyBytes: MAX_BODY_BYTES,
    answers: { 200: { description: 'Whether it may be sent.', schema: answer } },
    errors: [401, 429],
    handler: (context) => check(context, options),
  });

async function check(
  { body: request, ip = '' }: RouteContext<unknown, unknown, z.output<typeof body>>,
  options: PreRequestRouteOptions,
): Promise<Answer> {
  const { keys, standings, clock } = options;
  const key = await keys.holderOf(request.api_key, ip);
  const { now } = standings;
  if (!now) throw notYet();
  const verdict = judgePreRequest(request, key, { ...now, nowMs: clock.now() });
  await tell(verdict, now, options);
  const { allowed, message, warning } = verdict;
  return { status: 200, body: { allowed, message, warning } };
}

/** An alert that cannot be written holds up no request. */
async function tell(
  { exceeded }: PreRequestVerdict,
  { known }: AllStandings,
  options: PreRequestRouteOptions,
): Promise<void> {
  const { clock, log } = options;
  const nowMs = clock.now();
  try {
    const told = exceeded.map(({ standing, message }) =>
      alertOf('request_exceeds_budget', standing, { known, nowMs, message }),
    );
    await tellAlerts(told, options);
  } catch (error) {
    log.warn({ err: error }, 'alerts_not_written');
  }
}
