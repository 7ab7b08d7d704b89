import type { Route } from '@aicp/api-kit/route/route';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { UsageDimension, UsageTotals } from '@aicp/ledger/query/usage-query';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import type { SpendOptions } from '../reports/spend-reports.ts';
import { requireLedger } from '../ledger/require-ledger.ts';
import { narrowedTo, usageScopeOf } from '../ledger/usage-scope.ts';
import { inUsd, usageOf, usageWithin } from '../ledger/usage-sums.ts';

const WIDTHS = { '1h': 3_600_000, '1d': 86_400_000 } as const;
const MOST_BUCKETS = 180;

/** Of the year 9999. */
const LAST_SECOND = 253_402_300_799;
const START = 'Unix seconds; to the begin of its bucket (UTC).';

/** So many buckets, where nobody says how many. */
const USUAL_BUCKETS = { '1h': 24, '1d': 7 } as const;

const seconds = z.coerce.number<number>().int().min(0).max(LAST_SECOND);

/** What OpenAI calls them, and what they are here: a project is a team, a line item a model. */
const GROUPS = {
  project_id: 'team',
  line_item: 'model_served',
  model: 'model_served',
  api_key_id: 'key',
  user_id: 'user',
} as const satisfies Readonly<Record<string, UsageDimension>>;
type Group = keyof typeof GROUPS;

/** What OpenAI tells usage apart by as well, and why it can't be here. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  service_tier: 'cannot be service_tier: which tier served a request is not kept',
  api_source: 'cannot be api_source: all requests come through the gateway',
};

const names = z
  .union([z.string(), z.array(z.string())])
  .transform((sent) => [sent].flat().flatMap((one) => one.split(',')))
  .optional();

const groupsOf = <const G extends Group | 'batch'>(allowed: readonly [G, ...G[]]) =>
  names
    .pipe(z.array(z.enum(allowed, { error: ({ input }) => NOT_KEPT[String(input)] })).optional())
    .meta({
      description: `What has results of its own: ${allowed.join(', ')}; several, separated by commas, or each as \`group_by[]\`.`,
    });

const query = {
  start_time: z
    .string()
    .transform(Number)
    .pipe(seconds)
    .meta({
      description: START,
      document: { type: 'integer', minimum: 0, maximum: LAST_SECOND, description: START },
    }),
  end_time: seconds.optional().meta({ description: 'Before when; now, where it is not said.' }),
  project_ids: names.meta({ description: 'Only of these teams.' }),
  api_key_ids: names.meta({ description: 'Only of these API keys.' }),
  organization_id: z.string().min(1).max(253).optional().meta({
    description: 'Only of this organization, for the platform’s administrator.',
  }),
  limit: z.coerce.number().int().min(1).max(MOST_BUCKETS).optional().meta({
    description: 'So many buckets at most: 7 where it is not said, of hours 24.',
  }),
  page: z.string().max(20).optional().meta({ description: '`next_page` of the page before.' }),
};

const costsQuery = z.object({
  ...query,
  bucket_width: z.enum(['1d']).default('1d').meta({ description: 'How long a bucket lasts.' }),
  group_by: groupsOf(['project_id', 'user_id', 'line_item', 'api_key_id']),
  line_items: names.meta({ description: 'Only of these models.' }),
});

const NO_MINUTES = 'cannot be 1m: usage is added up by quarter-hours, so ask for 1h or 1d';

const usageQuery = z.object({
  ...query,
  bucket_width: z
    .enum(['1h', '1d'], { error: ({ input }) => (input === '1m' ? NO_MINUTES : undefined) })
    .default('1d')
    .meta({ description: 'How long a bucket lasts.' }),
  group_by: groupsOf(['project_id', 'user_id', 'api_key_id', 'model', 'batch']),
  batch: z.enum(['true', 'false']).optional().meta({
    description: 'Only of batch jobs, or of all else. The gateway takes no batch jobs.',
  }),
  models: names.meta({ description: 'Only of these models.' }),
  user_ids: names.meta({ description: 'Only of these people.' }),
});

/** What both are asked with. */
interface Query extends Omit<z.output<typeof usageQuery>, 'group_by'> {
  readonly group_by?: readonly (Group | 'batch')[] | undefined;
  readonly line_items?: string[] | undefined;
}

const id = z.string().nullable();

const pageOf = (results: z.ZodType) =>
  z.object({
    object: z.literal('page'),
    data: z.array(
      z.object({
        object: z.literal('bucket'),
        start_time: z.int(),
        end_time: z.int(),
        results: z.array(results),
      }),
    ),
    has_more: z.boolean(),
    next_page: id,
  });

const costResult = z.object({
  object: z.literal('organization.costs.result'),
  amount: z.object({ value: z.number(), currency: z.literal('usd') }),
  line_item: id,
  project_id: id,
  api_key_id: id,
  user_id: id,
});

const usageResult = z.object({
  object: z.literal('organization.usage.completions.result'),
  input_tokens: z.int(),
  input_cached_tokens: z.int(),
  input_cache_write_tokens: z.int(),
  input_audio_tokens: z.int(),
  output_tokens: z.int(),
  output_audio_tokens: z.int(),
  num_model_requests: z.int(),
  project_id: id,
  user_id: id,
  api_key_id: id,
  model: id,
  batch: z.boolean().nullable(),
  service_tier: z.null(),
});

const COMMON = { method: 'get', tag: 'Organization usage', permission: 'usage:read' } as const;

/** Costs and usage in the shape of OpenAI's organization API, which finance tools read. */
export const organizationUsageRoutes = (options: SpendOptions): Route[] => [
  defineRoute({
    ...COMMON,
    path: '/v1/organization/costs',
    operationId: 'listOrganizationCosts',
    summary: 'What was spent each day (UTC), in OpenAI’s shape',
    description: 'A project is a team, a line item the model that served.',
    query: costsQuery,
    answers: { 200: { description: 'A page of buckets.', schema: pageOf(costResult) } },
    handler: async ({ principal, query: asked }) =>
      await answer(options, { principal, asked, resultOf: costOf }),
  }),
  defineRoute({
    ...COMMON,
    path: '/v1/organization/usage/completions',
    operationId: 'listOrganizationCompletionsUsage',
    summary: 'Which tokens were used, in OpenAI’s shape',
    description: 'input_tokens holds the cached ones, output_tokens those of reasoning.',
    query: usageQuery,
    errors: [409],
    answers: { 200: { description: 'A page of buckets.', schema: pageOf(usageResult) } },
    handler: async ({ principal, query: asked }) =>
      await answer(options, { principal, asked, resultOf: tokensOf }),
  }),
];

type Row = UsageTotals<(typeof GROUPS)[Group]>;
type ResultOf = (row: Row, named: (name: Group) => string | null, asked: Query) => object;

async function answer(
  { ledger, store, clock }: SpendOptions,
  {
    principal,
    asked,
    resultOf,
  }: {
    principal: Parameters<typeof usageScopeOf>[0];
    asked: Query;
    resultOf: ResultOf;
  },
) {
  const scope = usageScopeOf(principal, { organization_id: asked.organization_id }, store);
  const book = requireLedger(ledger);
  const { edges, to, next } = bucketsOf(asked, clock.now());
  const [from] = edges;
  if (from === undefined) return { status: 200, body: page([], undefined) };
  const groups = (asked.group_by ?? []).filter((name) => name !== 'batch');
  const groupBy = [...new Set(groups.map((name) => GROUPS[name]))];
  const within = narrowedTo(scope, narrowing(asked));
  const all = { from, to, groupBy, step: edges };
  const rows = asked.batch === 'true' ? [] : await usageWithin(book, within, all);
  const width = WIDTHS[asked.bucket_width];
  const buckets = edges.map((startsMs) => {
    const own = rows.filter((row) => row.startsMs === startsMs);
    return {
      object: 'bucket',
      start_time: startsMs / 1000,
      end_time: (startsMs + width) / 1000,
      results: own.map((row) =>
        resultOf(row, (name) => (groups.includes(name) ? valueOf(row, name) : null), asked),
      ),
    };
  });
  return { status: 200, body: page(buckets, next) };
}

const page = (data: readonly object[], next: number | undefined) => ({
  object: 'page',
  data,
  has_more: next !== undefined,
  next_page: next === undefined ? null : String(next / 1000),
});

const valueOf = ({ group }: Row, name: Group): string | null => {
  const value = group[GROUPS[name]];
  return value === '' ? null : value;
};

/** When buckets begin, before when the last one ends, and where the next page begins. Throws a Problem (422). */
function bucketsOf(asked: Query, nowMs: number) {
  const width = WIDTHS[asked.bucket_width];
  const whole = (ms: number): number => Math.floor(ms / width) * width;
  const end = asked.end_time === undefined ? nowMs : asked.end_time * 1000;
  const to = whole(end - 1) + width;
  const first = whole(pageStart(asked) * 1000);
  if (asked.start_time * 1000 >= end) {
    throw invalid([{ path: 'end_time', message: 'must be after start_time' }]);
  }
  const edges: number[] = [];
  const most = asked.limit ?? USUAL_BUCKETS[asked.bucket_width];
  for (let edge = first; edge < to && edges.length < most; edge += width) edges.push(edge);
  const after = (edges.at(-1) ?? to) + width;
  return { edges, to: Math.min(to, after), next: after < to ? after : undefined };
}

function pageStart({ page: sent, start_time: start }: Query): number {
  if (sent === undefined) return start;
  const read = seconds.safeParse(sent);
  if (read.success && read.data >= start) return read.data;
  throw invalid([{ path: 'page', message: 'must be next_page of the page before' }]);
}

const narrowing = ({
  project_ids: team,
  api_key_ids: key,
  user_ids: user,
  line_items: items,
  models = items,
}: Query) => ({
  ...(team ? { team } : {}),
  ...(key ? { key } : {}),
  ...(models ? { model_served: models } : {}),
  ...(user ? { user } : {}),
});

const costOf: ResultOf = ({ costNano }, named) => ({
  object: 'organization.costs.result',
  amount: { value: inUsd(costNano), currency: 'usd' },
  line_item: named('line_item'),
  project_id: named('project_id'),
  api_key_id: named('api_key_id'),
  user_id: named('user_id'),
});

const tokensOf: ResultOf = (row, named, { group_by: groups }) => {
  const usage = usageOf([row]);
  const bucket = (name: keyof Row['tokens']): number => Number(row.tokens[name]);
  return {
    object: 'organization.usage.completions.result',
    input_tokens: usage.input_tokens,
    input_cached_tokens: bucket('cached_input'),
    input_cache_write_tokens: bucket('cache_write'),
    input_audio_tokens: bucket('audio_input'),
    output_tokens: usage.output_tokens,
    output_audio_tokens: bucket('audio_output'),
    num_model_requests: usage.requests,
    project_id: named('project_id'),
    user_id: named('user_id'),
    api_key_id: named('api_key_id'),
    model: named('model'),
    batch: groups?.includes('batch') === true ? false : null,
    service_tier: null,
  };
};
