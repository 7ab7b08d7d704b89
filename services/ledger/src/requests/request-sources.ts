import { sql } from 'kysely';
import { moment, UUID } from '../query/decisions.ts';
import {
  decisionConditions,
  dimensionsFor,
  usageConditions,
  type Condition,
} from './request-conditions.ts';
import type { RequestFilter, RequestPage } from './request-query.ts';

/** Where requests are found: tables, and conditions. Each has the first of them in the order of an index, and together they have the first of all. */
export function sourcesOf(filter: RequestFilter, page: RequestPage): Condition[] {
  const dimensions = dimensionsFor(filter);
  const usage = dimensions
    ? usageOfDimensions(filter, page, dimensions)
    : firstOf(sql`ledger.usage`, usageConditions(filter), page);
  return [...fromDecisions(filter, page), usage];
}

function fromDecisions(filter: RequestFilter, page: RequestPage): Condition[] {
  const conditions = decisionConditions(filter);
  if (!conditions) return [];
  const { model } = filter;
  const ways =
    model === undefined ? [[]] : [[sql`model = ${model}`], [sql`asked_model = ${model}`]];
  return ways.flatMap((way) =>
    teamsOf(filter).map((team) =>
      firstOf(sql`ledger.decision`, [...conditionsOf({ ...filter, ...team }), ...way], page),
    ),
  );
}

const conditionsOf = (filter: RequestFilter): Condition[] => decisionConditions(filter) ?? [];

/** So many teams are looked for one by one, each in the order of the index. */
const MOST_TEAMS = 20;

function teamsOf({ reach }: RequestFilter): readonly Pick<RequestFilter, 'reach'>[] {
  const { team } = reach;
  if (typeof team !== 'object' || team.length > MOST_TEAMS) return [{ reach }];
  return team.map((one) => ({ reach: { ...reach, team: one } }));
}

/** Rows of each combination in the order of their index, however rare they are among all. */
const usageOfDimensions = (
  filter: RequestFilter,
  page: RequestPage,
  dimensions: Condition,
): Condition => {
  const own = [sql`dimension = d.id`, ...usageConditions(filter)];
  return sql`(select r.at, r.id from ledger.dimension d
    cross join lateral ${firstOf(sql`ledger.usage`, own, page)} r
    where ${dimensions} order by r.at desc, r.id desc limit ${page.limit})`;
};

function firstOf(table: Condition, conditions: readonly Condition[], page: RequestPage): Condition {
  const { limit, before } = page;
  const behind = before ? [sql`(at, id) < (${moment(before.atMs)}, ${before.id}::uuid)`] : [];
  return sql`(select at, id from ${table} where ${all([...conditions, ...behind])}
    order by at desc, id desc limit ${limit})`;
}

/** From so many characters on, the beginning of an id is looked for. */
const LEAST_BEGINNING = 8;

/**
 * Requests by their ids. They are found first and put in order then: few have an id, or one that begins so. Of requests without a decision, only whole ids are found.
 */
export function sourcesById(filter: RequestFilter, id: string, page: RequestPage): Condition[] {
  const used = usageById(filter);
  const inUsage = [
    sql`request_id = ${id} and request_id <> id::text`,
    ...(UUID.test(id) ? [atOf(id)] : []),
  ];
  return [
    ...decidedById(filter, id).map((way) => foundIn(sql`ledger.decision`, way, page)),
    ...inUsage.map((way) => foundIn(sql`ledger.usage`, all([way, ...used]), page)),
  ];
}

const foundIn = (table: Condition, way: Condition, page: RequestPage): Condition =>
  sql`(select f.at, f.id from (select at, id from ${table} where ${way} offset 0) f
    where ${behindOf(page)} order by f.at desc, f.id desc limit ${page.limit})`;

function decidedById(filter: RequestFilter, id: string): Condition[] {
  const conditions = decisionConditions(filter);
  if (!conditions) return [];
  const { model, isWholeId = false } = filter;
  const rest =
    model === undefined
      ? conditions
      : [...conditions, sql`(model = ${model} or asked_model = ${model})`];
  const isBeginning = id.length >= LEAST_BEGINNING && !isWholeId;
  const named = isBeginning ? sql`request_id like ${`${escaped(id)}%`}` : sql`request_id = ${id}`;
  const [first, last] = isBeginning || UUID.test(id) ? idsFrom(id) : [];
  return [
    all([named, ...rest]),
    ...(first === undefined
      ? []
      : [all([sql`id between ${first}::uuid and ${last}::uuid`, ...rest])]),
  ];
}

function usageById(filter: RequestFilter): Condition[] {
  const dimensions = dimensionsFor(filter);
  const whose =
    dimensions && sql`dimension in (select d.id from ledger.dimension d where ${dimensions})`;
  return [...usageConditions(filter), ...(whose ? [whose] : [])];
}

const behindOf = ({ before }: RequestPage): Condition =>
  before ? sql`(f.at, f.id) < (${moment(before.atMs)}, ${before.id}::uuid)` : sql`true`;

/** Our ids say when they were made: that is when the request came, to the millisecond. */
const atOf = (id: string): Condition =>
  sql`at = ${moment(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) % LAST_MS)} and id = ${id}::uuid`;

/** Beyond it, years have more digits than SQL takes. */
const LAST_MS = 253_370_764_800_000;

const BEGINNING = /^[\da-f]{8}(-[\da-f-]{0,27})?$/i;

/** The least and the largest UUID that begins so; none where none does. */
function idsFrom(id: string): readonly [] | readonly [string, string] {
  if (!BEGINNING.test(id)) return [];
  const whole = ['0', 'f'].map((digit) => id + FORM.slice(id.length).replaceAll('0', digit));
  const [first = '', last = ''] = whole;
  return UUID.test(first) && UUID.test(last) ? [first, last] : [];
}

const FORM = '00000000-0000-0000-0000-000000000000';

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);
