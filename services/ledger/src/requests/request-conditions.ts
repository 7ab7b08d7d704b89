import type { Completion } from '@aicp/contracts/usage/usage-record';
import { sql, type RawBuilder } from 'kysely';
import { COMPLETION_CODES, RESULT_CODES } from '../database/codes.ts';
import { attribute, moment, within } from '../query/decisions.ts';
import { dimensionsOf } from '../query/conditions.ts';
import type { UsageFilter } from '../query/usage-query.ts';
import type { RequestFilter } from './request-query.ts';

export type Condition = RawBuilder<unknown>;

/** The least status that says that a request came to nothing: of these there are indexes. */
const LEAST_REFUSED = 400;

/** What became of a request of which there is no decision, by how it ended. */
export const RESULT_OF_COMPLETION = {
  complete: 'serve',
  client_gone: 'serve',
  provider_failed: 'fail',
  refused: 'deny',
  unknown: 'fail',
} as const satisfies Record<Completion, string>;

/** In the words of the index of those that came to nothing, which is of no use to others. */
const refusedBy = (word: 'result' | 'completion'): Condition =>
  sql`(status >= 400 or ${sql.ref(word)} <> 1)`;

export const stretchOf = ({ from, to, reach }: RequestFilter): Condition =>
  sql`at >= ${moment(Math.max(from, reach.sinceMs ?? 0))} and at < ${moment(to)}`;

/** Whether it asks for what usage records alone tell. */
const isOfUsage = ({ abTest, tag, verdict, prompt }: RequestFilter): boolean =>
  [abTest, tag, verdict, prompt].some((one) => one !== undefined);

/** What rows of `decision` a filter lets through, but for models and ids. Undefined: none, as decisions do not tell. */
export function decisionConditions(filter: RequestFilter): Condition[] | undefined {
  const { reach, key, team, user, organization, provider, status, result, policy } = filter;
  if (isOfUsage(filter)) return undefined;
  return [
    stretchOf(filter),
    ...within({ ...reach, sinceMs: undefined }).filter((one) => one !== undefined),
    ...given(organization, (one) => sql`organization = ${one}`),
    ...given(key, (one) => sql`key = ${one}`),
    ...given(team, (one) => sql`${attribute('team')} = ${one}`),
    ...given(user, (one) => sql`${attribute('user')} = ${one}`),
    ...given(provider, (one) => sql`provider = ${one}`),
    ...statusIn(status, 'result'),
    ...given(result, (one) => sql`result = ${RESULT_CODES[one]}`),
    ...(result === undefined || result === 'serve' ? [] : [refusedBy('result')]),
    // Those that a policy let through have usage, of which there is an index.
    ...given(policy, (one) => sql`${one} = any(policies) and ${refusedBy('result')}`),
  ];
}

/** What rows of `usage` a filter lets through, but for ids, and whose they are ({@link dimensionsFor}). */
export function usageConditions(filter: RequestFilter): Condition[] {
  const { status, result, policy, abTest, tag, verdict, prompt } = filter;
  return [
    stretchOf(filter),
    ...statusIn(status, 'completion'),
    ...given(result, (one) => sql`completion = any(${codesOf(one)}::smallint[])`),
    ...(result === undefined || result === 'serve' ? [] : [refusedBy('completion')]),
    ...given(policy, (one) => sql`policy = ${one} and policy <> ''`),
    ...given(abTest, (one) => sql`ab_test = ${one} and ab_test <> ''`),
    ...given(prompt, ({ id }) => sql`prompt = ${id} and prompt <> ''`),
    ...given(prompt?.version, (one) => sql`prompt_version = ${one}`),
    ...given(
      tag,
      ({ name, value }) =>
        sql`tags is not null and tags @> ${JSON.stringify({ [name]: value })}::jsonb`,
    ),
    ...given(
      verdict,
      (one) => sql`guardrails is not null and guardrails @> ${JSON.stringify([one])}::jsonb`,
    ),
  ];
}

/** Which rows of `dimension` (`d`) it lets through; undefined: all. */
export function dimensionsFor(filter: RequestFilter): Condition | undefined {
  const { reach, key, team, user, organization, provider, model } = filter;
  const { sinceMs: _, ...whose } = reach;
  const asked: UsageFilter = {
    ...(key === undefined ? {} : { key }),
    ...(team === undefined ? {} : { team }),
    ...(user === undefined ? {} : { user }),
    ...(organization === undefined ? {} : { organization }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model_served: model }),
  };
  const parts = [dimensionsOf(whose), dimensionsOf(asked)].filter((one) => one !== undefined);
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
}

function statusIn(
  status: RequestFilter['status'],
  word: 'result' | 'completion',
): readonly Condition[] {
  if (!status) return [];
  const [least, most] = status;
  const isIn = sql`status between ${least} and ${most}`;
  return least >= LEAST_REFUSED ? [isIn, refusedBy(word)] : [isIn];
}

const codesOf = (result: string): readonly number[] =>
  (Object.keys(COMPLETION_CODES) as Completion[])
    .filter((word) => RESULT_OF_COMPLETION[word] === result)
    .map((word) => COMPLETION_CODES[word]);

const given = <T>(
  value: T | undefined,
  condition: (value: T) => Condition,
): readonly Condition[] => (value === undefined ? [] : [condition(value)]);
