import type { Principal } from '@aicp/api-kit/access/principal';
import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { demandsOf } from '@aicp/contracts/limits/demands';
import type { Limit } from '@aicp/contracts/limits/limit';
import { policyOf, sentenceOn } from '@aicp/contracts/limits/refusal';
import { LIMIT_SCOPES } from '@aicp/contracts/snapshot/sections/rate-limits';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { checkedLimits, type Known } from './checked-limits.ts';
import type { LimitCounts, LimitStandings } from './gateway-counts.ts';

export interface RateLimitNeeds extends Known {
  readonly service: CollectionService;
  readonly counts: LimitCounts;
  readonly clock: Clock;
}

export const checkBody = z.strictObject({
  scope: z.enum(LIMIT_SCOPES),
  scope_value: z
    .string()
    .min(1)
    .max(253)
    .optional()
    .meta({ description: 'Which one; not for global.' }),
  model: z.string().min(1).max(200).optional().meta({ description: 'The model that is asked.' }),
  estimated_tokens: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .meta({ description: 'Tokens that the request may take, prompt and answer together.' }),
});

const verdict = z.object({
  allowed: z.boolean(),
  policy: z.string().nullable().meta({
    description:
      'The policy of the limit that refuses, or else leaves the smallest share; null where it is none of a policy.',
  }),
  limit: z
    .string()
    .nullable()
    .meta({ description: 'That limit, in words; null where none applies.' }),
  remaining: z.int().nullable().meta({ description: 'What it leaves before the request.' }),
  reset_at: z.iso.datetime().nullable().meta({ description: 'When it begins anew.' }),
  retry_after_seconds: z
    .int()
    .nullable()
    .meta({ description: 'Null where the request may be sent, or never has room.' }),
});
type Verdict = z.output<typeof verdict>;

/** What rate limits have beyond the routes of every collection: `POST /rate-limits/check`. */
export const rateLimitRoutes = (needs: RateLimitNeeds): Route[] => [
  defineRoute({
    method: 'post',
    path: '/api/v1/rate-limits/check',
    operationId: 'checkRateLimit',
    summary: 'Say whether the limits would let a request pass now',
    description:
      'Looks at every limit that applies to a request of that key, team, user or organization, or to that model, and takes nothing of any. A member asks about its own keys, and about itself as a user. The counts are those of the gateways, or of the Redis that they share.',
    tag: needs.service.collection.tag,
    permission: 'limits:read',
    body: checkBody,
    bodyExample: { scope: 'team', scope_value: 'ml', model: 'gpt-4o', estimated_tokens: 2000 },
    answers: { 200: { description: 'Whether it would, and what is left.', schema: verdict } },
    errors: [404, 503],
    handler: async ({ body, principal }) => ({
      status: 200,
      body: await check(needs, principal, body),
    }),
  }),
];

async function check(
  needs: RateLimitNeeds,
  caller: Principal,
  body: z.output<typeof checkBody>,
): Promise<Verdict> {
  const { scope, scope_value: value } = body;
  if ((value === undefined) !== (scope === 'global')) {
    throw new Problem(422, 'Say which one in scope_value, or take it out for global.', {
      errors: [{ path: 'scope_value', message: 'is for every scope but global' }],
    });
  }
  const { rateLimits } = needs.routing.current;
  const limits = checkedLimits(needs, caller, body);
  if (limits.length === 0) return UNLIMITED;
  const at = needs.clock.now();
  const demands = demandsOf(limits, { tokens: body.estimated_tokens, at, days: rateLimits.days });
  const counted = await needs.counts.peek(demands);
  // Of after the answer, so that whoever waits until `reset_at` never comes too early.
  const answeredAt = needs.clock.now();
  const most = (index: number): number => counted.standings[index]?.limit ?? Infinity;
  const beyond = demands.findIndex(
    ({ amount, limit }, index) => amount > Math.min(limit, most(index)),
  );
  const isAllowed = counted.refusedBy.length === 0;
  const deciding = beyond >= 0 ? beyond : decidingOf(limits, counted);
  const standing = counted.standings[deciding];
  const seconds = Math.max(1, Math.ceil(counted.retryAfterMs / 1000));
  return {
    allowed: isAllowed,
    ...toldOf(limits[deciding]),
    remaining: standing?.remaining ?? null,
    reset_at: standing ? new Date(answeredAt + standing.resetMs).toISOString() : null,
    retry_after_seconds: isAllowed || beyond >= 0 ? null : seconds,
  };
}

/** Of those that refuse, the one that takes the longest to have room; else the one that leaves the smallest share. */
function decidingOf(limits: readonly Limit[], { standings, refusedBy }: LimitStandings): number {
  const left = (index: number): number => standings[index]?.remaining ?? 0;
  const share = (index: number): number => left(index) / (limits[index]?.limit ?? 1);
  const waits = (index: number): number => standings[index]?.resetMs ?? 0;
  const sorted =
    refusedBy.length > 0
      ? [...refusedBy].sort((a, b) => waits(b) - waits(a))
      : [...limits.keys()].sort((a, b) => share(a) - share(b) || left(a) - left(b));
  return sorted[0] ?? 0;
}

const toldOf = (limit: Limit | undefined): Pick<Verdict, 'policy' | 'limit'> => ({
  policy: (limit && policyOf(limit)) ?? null,
  limit: limit ? sentenceOn(limit) : null,
});

const UNLIMITED: Verdict = {
  allowed: true,
  policy: null,
  limit: null,
  remaining: null,
  reset_at: null,
  retry_after_seconds: null,
};
