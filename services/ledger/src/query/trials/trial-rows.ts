import { sql, type RawBuilder } from 'kysely';
import { COMPLETION_CODES } from '../../database/codes.ts';
import type { TrialQuery } from './trial-query.ts';

const { complete, provider_failed, refused } = COMPLETION_CODES;

/** Of rows `r` of usage: a whole answer, and no refusal that is the caller's fault. */
export const IS_ANSWERED = sql<boolean>`(r.completion = ${sql.lit(complete)} and coalesce(r.status, 200) < 400)`;

/** The provider failed or would take no more requests. What the caller did wrong, or did not wait for, is no failure of a model; nor is what a gateway died of. */
const IS_LOST = sql`(r.completion in (${sql.lit(provider_failed)}, ${sql.lit(refused)})
  or (r.completion = ${sql.lit(complete)} and coalesce(r.status, 200) >= 500))`;

/** Of rows `r` of usage with their dimensions `d`: whether the arm's model failed the request, also where another model had to answer. */
export const isFailed = ({ models }: TrialQuery): RawBuilder<boolean> =>
  sql`(${IS_LOST} or (${IS_ANSWERED} and r.attempts > 1
    and d.model_served <> case r.variant when 'variant' then ${models.variant} else ${models.base} end))`;

/** Which rows of usage are of a trial's arms. What a gateway refused says nothing of a model, as nobody was asked. */
export const isOfTrial = ({ test, sinceMs }: TrialQuery): RawBuilder<unknown> =>
  sql`r.ab_test = ${test} and r.ab_test <> '' and r.at >= ${new Date(sinceMs).toISOString()}::timestamptz
    and r.variant in ('base', 'variant') and not (r.completion = ${sql.lit(refused)} and r.attempts = 0)`;

/** Whose dimensions `d` are asked for. */
export const isOwn = ({ organization }: TrialQuery): RawBuilder<unknown> =>
  organization === undefined ? sql`true` : sql`d.organization = ${organization}`;
