import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { RESULT_CODES } from '../database/codes.ts';
import type { LedgerTables } from '../database/tables.ts';
import { inIndexOrder } from './in-index-order.ts';

type Words = string | readonly string[];

/** Whose decisions are asked for: values of which one's requests have one; '' stands for none. */
export interface DecisionReach {
  readonly organization?: Words;
  readonly team?: Words;
  readonly user?: Words;
  /** Who says the user: '' is the key, 'request' the request. */
  readonly user_from?: Words;
  readonly key?: Words;
  /** Not before (milliseconds since 1970). */
  readonly sinceMs?: number | undefined;
}

/** Which of them. */
export interface DecisionFilter {
  readonly reach: DecisionReach;
  /** Asked for, or served. */
  readonly model?: string | undefined;
  /** One that had a say. */
  readonly policy?: string | undefined;
  readonly key?: string | undefined;
  readonly result?: DecisionRecord['result'] | undefined;
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly sinceMs?: number | undefined;
  /** Only before then. */
  readonly untilMs?: number | undefined;
}

/** Where a decision stands among all: by its time, then by its id. */
export interface DecisionPlace {
  readonly atMs: number;
  /** A UUID. */
  readonly id: string;
}

export interface DecisionPage {
  readonly limit: number;
  /** Only those behind this one, the newest being the first. */
  readonly before?: DecisionPlace | undefined;
}

type Condition = RawBuilder<unknown>;

/** The newest first. */
export async function listDecisions(
  kysely: Kysely<LedgerTables>,
  filter: DecisionFilter,
  { limit, before }: DecisionPage,
): Promise<DecisionRecord[]> {
  const behind = before && sql`(at, id) < (${moment(before.atMs)}, ${before.id}::uuid)`;
  const page = sql`where ${all([...matching(filter), behind])}
    order by at desc, id desc limit ${limit}`;
  return await inIndexOrder(kysely, (transaction) => recordsOf(transaction, page));
}

/** Stops counting behind `most`, so that the question costs no more however many there are. */
export async function countDecisions(
  kysely: Kysely<LedgerTables>,
  filter: DecisionFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from ledger.decision where ${all(matching(filter))} limit ${most + 1}) found`.execute(
    kysely,
  );
  return rows[0]?.count ?? 0;
}

export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Clients name their requests as they like: the id of a decision comes first. */
export async function findDecision(
  kysely: Kysely<LedgerTables>,
  id: string,
  reach: DecisionReach,
): Promise<DecisionRecord | undefined> {
  const isIt = UUID.test(id) ? sql`id = ${id}::uuid` : undefined;
  const named = sql`request_id = ${id}`;
  const [found] = await recordsOf(
    kysely,
    sql`where (${isIt ? sql`${isIt} or ${named}` : named}) and ${all(within(reach))}
      order by ${isIt ? sql`${isIt} desc,` : sql``} at desc, id desc limit 1`,
  );
  return found;
}

/** They were checked when they came. */
async function recordsOf(
  kysely: Kysely<LedgerTables>,
  which: Condition,
): Promise<DecisionRecord[]> {
  const { rows } = await sql<{ record: DecisionRecord }>`select record from ledger.decision
    ${which}`.execute(kysely);
  return rows.map(({ record }) => record);
}

export const moment = (ms: number): Condition => sql`${new Date(ms).toISOString()}::timestamptz`;

const all = (conditions: readonly (Condition | undefined)[]): Condition =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== undefined)], sql` and `);

/** Decisions of a stretch of time that somebody may see, those behind one of them alone where it is named. */
export const decisionsWithin = (asked: {
  readonly reach: DecisionReach;
  readonly from: number;
  readonly to: number;
  readonly before?: DecisionPlace | undefined;
}): Condition => {
  const { reach, from, to, before } = asked;
  const behind = before && sql`(at, id) < (${moment(before.atMs)}, ${before.id}::uuid)`;
  return all([...within(reach), sql`at >= ${moment(from)}`, sql`at < ${moment(to)}`, behind]);
};

function matching({ reach, model, policy, key, result, ...more }: DecisionFilter) {
  const { team, user, sinceMs, untilMs } = more;
  return [
    ...within(reach),
    model === undefined ? undefined : sql`(model = ${model} or asked_model = ${model})`,
    policy === undefined ? undefined : sql`${policy} = any(policies)`,
    key === undefined ? undefined : sql`key = ${key}`,
    result === undefined ? undefined : sql`result = ${RESULT_CODES[result]}`,
    oneOf(attribute('team'), team),
    oneOf(attribute('user'), user),
    sinceMs === undefined ? undefined : sql`at >= ${moment(sinceMs)}`,
    untilMs === undefined ? undefined : sql`at < ${moment(untilMs)}`,
  ];
}

export const within = ({ organization, team, user, user_from, key, sinceMs }: DecisionReach) => [
  oneOf(sql`organization`, organization),
  oneOf(sql`key`, key),
  oneOf(attribute('team'), team),
  oneOf(attribute('user'), user),
  oneOf(attribute('user_from'), user_from),
  sinceMs === undefined ? undefined : sql`at >= ${moment(sinceMs)}`,
];

/** In the words of its index. */
export const attribute = (name: string): Condition =>
  sql`coalesce(record -> 'attributes' ->> ${sql.lit(name)}, '')`;

/** One value is compared by itself: then rows come from the index in their order. */
function oneOf(column: Condition, values: Words | undefined): Condition | undefined {
  if (values === undefined) return undefined;
  return typeof values === 'string'
    ? sql`${column} = ${values}`
    : sql`${column} = any(${values}::text[])`;
}
