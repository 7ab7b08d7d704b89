import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { TOKEN_BUCKETS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import { sql, type Kysely } from 'kysely';
import { COMPLETION_CODES, OUTCOME_CODES, SOURCE_CODES, wordOf } from '../database/codes.ts';
import { rowsOf, type Column } from '../database/column-arrays.ts';
import type { LedgerTables } from '../database/tables.ts';
import { inIndexOrder } from '../query/in-index-order.ts';
import type { FoundRequest, RequestAttempt, RequestFilter, RequestPage } from './request-query.ts';
import { dimensionsFor } from './request-conditions.ts';
import { sourcesById, sourcesOf, type RequestSource } from './request-sources.ts';

interface Place {
  readonly at: Date;
  readonly id: string;
}

/** Requests, the newest first: decisions joined with usage. A request that has only one of these is listed too. */
export async function findRequests(
  kysely: Kysely<LedgerTables>,
  filter: RequestFilter,
  page: RequestPage,
): Promise<FoundRequest[]> {
  const { id } = filter;
  const sources =
    id === undefined
      ? sourcesOf(filter, page, await dimensionsIn(kysely, filter))
      : sourcesById(filter, id, page);
  const found = new Map<string, Place>();
  for (const source of sources) {
    const { isOrdered } = source;
    const places = isOrdered
      ? await inIndexOrder(kysely, (tx) => placesIn(tx, source, page))
      : await placesIn(kysely, source, page);
    for (const place of places) found.set(`${place.at.getTime()}/${place.id}`, place);
  }
  const places = [...found.values()].sort(newestFirst).slice(0, page.limit);
  return await joined(kysely, places);
}

/** The combinations of whom usage may be of; undefined: any. */
async function dimensionsIn(
  kysely: Kysely<LedgerTables>,
  filter: RequestFilter,
): Promise<readonly number[] | undefined> {
  const condition = dimensionsFor(filter);
  if (!condition) return undefined;
  const { rows } = await sql<{ id: number }>`select d.id from ledger.dimension d
    where ${condition} order by d.id desc`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** Each source is asked by itself: a plan for all of them at once cannot keep the order of each. */
async function placesIn(
  kysely: Kysely<LedgerTables>,
  { statements }: RequestSource,
  { limit }: RequestPage,
): Promise<readonly Place[]> {
  let places: readonly Place[] = [];
  for (const statement of statements) {
    const { rows } = await sql<Place>`select s.at, s.id::text as id
      from ${statement} s`.execute(kysely);
    places = rows;
    if (places.length >= limit) break;
  }
  return places;
}

const newestFirst = (a: Place, b: Place): number =>
  b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1);

const PLACE: readonly Column<Place>[] = [
  { name: 'at', type: 'timestamptz', of: ({ at }) => at.toISOString() },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
];

type Row = Record<keyof TokenBuckets, string | null> & {
  readonly at: Date;
  readonly id: string;
  readonly record: DecisionRecord | null;
  readonly request_id: string | null;
  readonly organization: string;
  readonly business_unit: string;
  readonly team: string;
  readonly user: string;
  readonly key: string;
  readonly tags: Readonly<Record<string, string>> | null;
  readonly model_asked: string;
  readonly model_served: string;
  readonly provider: string;
  readonly policy: string;
  readonly ab_test: string;
  readonly variant: string;
  readonly completion: number | null;
  readonly source: number;
  readonly status: number | null;
  readonly latency_ms: number | null;
  readonly first_token_ms: number | null;
  readonly attempts: number;
  readonly cost_nano: string | null;
  readonly guardrails: readonly GuardrailVerdict[] | null;
  readonly prompt: string;
  readonly prompt_version: number | null;
  readonly prompt_draft: boolean;
  readonly config_revision: string;
};

async function joined(
  kysely: Kysely<LedgerTables>,
  places: readonly Place[],
): Promise<FoundRequest[]> {
  if (places.length === 0) return [];
  const { rows } =
    await sql<Row>`select sent.at, sent.id::text as id, c.record, u.*, d.organization,
      d.business_unit, d.team, d."user", d.key, d.model_served, d.provider,
      d.source,
      sent.at as at, sent.id::text as id
    from ${rowsOf(PLACE, places)}
    left join ledger.decision c on c.at = sent.at and c.id = sent.id
    left join ledger.usage u on u.at = sent.at and u.id = sent.id
    left join ledger.dimension d on d.id = u.dimension
    order by sent.at desc, sent.id desc`.execute(kysely);
  return rows.map((row) => ({
    atMs: row.at.getTime(),
    id: row.id,
    requestId: row.record?.request_id ?? row.request_id ?? '',
    decision: row.record ?? undefined,
    usage: usageOf(row),
  }));
}

function usageOf(row: Row): FoundRequest['usage'] {
  if (row.completion === null) return undefined;
  const counts = TOKEN_BUCKETS.map((bucket) => [bucket, Number(row[bucket])] as const);
  return {
    organization: row.organization,
    businessUnit: row.business_unit,
    team: row.team,
    user: row.user,
    key: row.key,
    tags: row.tags ?? {},
    modelAsked: row.model_asked,
    modelServed: row.model_served,
    provider: row.provider,
    policy: row.policy,
    abTest: row.ab_test,
    variant: row.variant,
    completion: wordOf(COMPLETION_CODES, row.completion),
    status: row.status ?? undefined,
    latencyMs: row.latency_ms ?? undefined,
    firstTokenMs: row.first_token_ms ?? undefined,
    attempts: row.attempts,
    costNano: row.cost_nano === null ? undefined : BigInt(row.cost_nano),
    tokens: Object.fromEntries(counts) as TokenBuckets,
    source: wordOf(SOURCE_CODES, row.source),
    guardrails: row.guardrails ?? [],
    prompt: promptOf(row),
    configRevision: row.config_revision,
  };
}

function promptOf({ prompt, prompt_version: version, prompt_draft: draft }: Row) {
  if (version === null) return undefined;
  return { id: prompt, version, ...(draft && { draft }) };
}

interface AttemptRow extends Omit<RequestAttempt, 'outcome' | 'latencyMs' | 'firstTokenMs'> {
  readonly outcome: number;
  readonly latency_ms: number | null;
  readonly first_token_ms: number | null;
}

/** The attempts of a request, in the order in which they began. */
export async function attemptsOf(
  kysely: Kysely<LedgerTables>,
  { atMs, id }: Pick<FoundRequest, 'atMs' | 'id'>,
): Promise<RequestAttempt[]> {
  const { rows } = await sql<AttemptRow>`select a.number, t.provider, t.model, a.outcome, a.reason,
      a.latency_ms, a.first_token_ms
    from ledger.attempt a join ledger.target t on t.id = a.target
    where a.at = ${new Date(atMs).toISOString()}::timestamptz and a.usage_id = ${id}::uuid
    order by a.number`.execute(kysely);
  return rows.map(({ outcome, latency_ms: latency, first_token_ms: firstToken, ...row }) => ({
    ...row,
    outcome: wordOf(OUTCOME_CODES, outcome),
    latencyMs: latency ?? undefined,
    firstTokenMs: firstToken ?? undefined,
  }));
}
