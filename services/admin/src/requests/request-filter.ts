import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { pageQuery } from '@aicp/api-kit/route/page';
import { Problem } from '@aicp/common/errors/problem';
import { decisionRecord } from '@aicp/contracts/decision/decision-record';
import { GUARDRAIL_VERDICTS } from '@aicp/contracts/guardrails/verdict';
import type { DecisionReach } from '@aicp/ledger/query/decisions';
import type { RequestFilter } from '@aicp/ledger/requests/request-query';
import { z } from 'zod';

const DAY_MS = 86_400_000;
/** Clocks of gateways may be ahead of ours by so much. */
const AHEAD_MS = 300_000;

const named = (description: string) => z.string().min(1).max(253).optional().meta({ description });

/** Versions count up by one. */
const MOST_VERSION = 2_147_483_647;

const TAG = /^([^=]+)=(.*)$/s;
const STATUS = /^([1-5])(xx|\d\d)$/;

/** What a list of requests can be asked for. */
export const requestQuery = pageQuery.extend({
  key: named('Only requests with this API key.'),
  team: named('Only of this team.'),
  user: named('Only of this user.'),
  organization: named('Only of this organization.'),
  model: named('Only those that asked for this model, or got it.'),
  provider: named('Only those that this provider served.'),
  status: z
    .string()
    .regex(STATUS, 'must be a status such as 429, or a class such as 4xx')
    .optional()
    .meta({
      description: 'Only those that were answered so: `429`, or `4xx`.',
    }),
  result: z.enum(decisionRecord.shape.result.options).optional().meta({
    description: 'Only those that came out so.',
  }),
  policy: named('Only those that this policy decided, or that were refused while it had a say.'),
  ab_test: named('Only those that took part in this A/B test.'),
  tag: z.string().max(600).regex(TAG, 'must be name=value').optional().meta({
    description: 'Only those with this tag, as `name=value`.',
  }),
  guardrail: named('Only those of which this guardrail said something.'),
  verdict: z.enum(GUARDRAIL_VERDICTS).optional().meta({
    description: 'Only those of which `guardrail`, or any of them, said so.',
  }),
  prompt: named('Only those that named this prompt, by the name of its object.'),
  prompt_version: z.coerce.number().pipe(z.int().min(0).max(MOST_VERSION)).optional().meta({
    description: 'Only those that this version of `prompt` was sent with.',
  }),
  since: momentQuery(
    'Only those from then on; RFC 3339, or a date (UTC). Without it, the last 24 hours; with `q`, all that are kept.',
  ),
  until: momentQuery('Only those before; RFC 3339, or a date (UTC).'),
  q: z.string().trim().min(1).max(600).optional().meta({
    description: 'The id of a request, or the first eight characters of one, or more.',
  }),
});
export type RequestQuery = z.output<typeof requestQuery>;

/** Which requests that is, of those that somebody may see. */
export function filterOf(query: RequestQuery, reach: DecisionReach, nowMs: number): RequestFilter {
  const { key, team, user, organization, model, provider, result, policy, q } = query;
  const to = query.until?.getTime() ?? nowMs + AHEAD_MS;
  const asked = q === undefined ? Math.min(to, nowMs) - DAY_MS : 0;
  const from = query.since?.getTime() ?? asked;
  return {
    ...{ reach, from, to, key, team, user, organization, model, provider, result, policy },
    status: statusesOf(query.status),
    abTest: query.ab_test,
    tag: tagOf(query.tag),
    verdict: verdictOf(query),
    prompt: promptOf(query),
    id: q,
  };
}

function statusesOf(text: string | undefined): RequestFilter['status'] {
  const [, hundreds, rest] = STATUS.exec(text ?? '') ?? [];
  if (rest === undefined) return undefined;
  const first = Number(hundreds) * 100;
  return rest === 'xx' ? [first, first + 99] : [first + Number(rest), first + Number(rest)];
}

const verdictOf = ({ guardrail, verdict }: RequestQuery): RequestFilter['verdict'] =>
  guardrail === undefined && verdict === undefined ? undefined : { guardrail, verdict };

function promptOf({ prompt, prompt_version: version }: RequestQuery): RequestFilter['prompt'] {
  if (prompt !== undefined) return { id: prompt, version };
  if (version === undefined) return undefined;
  throw new Problem(422, 'prompt_version is of a prompt: send prompt as well.');
}

function tagOf(text: string | undefined): RequestFilter['tag'] {
  const [, name, value] = TAG.exec(text ?? '') ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}
