import { sql } from 'kysely';
import { moment, UUID } from '../query/decisions.ts';
import {
  decisionConditions,
  dimensionsFor,
  stretchOf,
  usageConditions,
  type Condition,
} from './request-conditions.ts';
import type { RequestFilter, RequestPage } from './request-query.ts';

/** A question for the first requests of a table. */
export interface RequestSource {
  /** The next one is asked where the one before did not fill a page. */
  readonly statements: readonly Condition[];
  /** Whether rows are to come from an index in their order; if not, the database chooses by what it knows of them. */
  readonly isOrdered: boolean;
}

/** So many combinations of whom requests are of are looked for one by one. */
const MOST_DIMENSIONS = 50;
/** So many of the newest requests are looked at for a tag or a verdict before those with it are gathered: where a page is not full by then, few have it. */
const PROBED = 20_000;

/** Where requests are found. Each source has the first of one table, and together they have the first of all. `dimensions`: those that usage may be of; undefined: any. */
export const sourcesOf = (
  filter: RequestFilter,
  page: RequestPage,
  dimensions: readonly number[] | undefined,
): RequestSource[] => [
  ...fromDecisions(filter, page).map((one) => ({ statements: [one], isOrdered: true })),
  usageSource(filter, page, dimensions),
];

function usageSource(
  filter: RequestFilter,
  page: RequestPage,
  dimensions: readonly number[] | undefined,
): RequestSource {
  const whose = dimensions && sql`dimension = any(${`{${dimensions.join(',')}}`}::integer[])`;
  const all = [...usageConditions(filter), ...(whose ? [whose] : [])];
  if (filter.tag ?? filter.verdict) {
    return { statements: markedIn(all, filter, page), isOrdered: false };
  }
  if (!dimensions) return { statements: [firstOf(USAGE, all, page)], isOrdered: true };
  if (dimensions.length > MOST_DIMENSIONS) {
    return { statements: [firstOf(USAGE, all, page)], isOrdered: false };
  }
  const each = dimensions.map((id) =>
    firstOf(USAGE, [sql`dimension = ${sql.lit(id)}`, ...usageConditions(filter)], page),
  );
  const statements = each.length === 0 ? [] : [firstOfAll(each, page)];
  return { statements, isOrdered: true };
}

const USAGE = sql`ledger.usage`;

const firstOfAll = (each: readonly Condition[], { limit }: RequestPage): Condition =>
  sql`(select at, id from (${sql.join([...each], sql` union all `)}) e
    order by at desc, id desc limit ${limit})`;

/** Requests by what few of them may have, or nearly all: a tag, or what a guardrail said. */
function markedIn(
  conditions: readonly Condition[],
  filter: RequestFilter,
  page: RequestPage,
): Condition[] {
  const newest = sql`(select * from ledger.usage
    where ${all([stretchOf(filter), ...behind(page)])}
    order by at desc, id desc limit ${PROBED}) n`;
  return [firstOf(newest, conditions, page), foundIn(USAGE, all(conditions), page)];
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

const firstOf = (
  table: Condition,
  conditions: readonly Condition[],
  page: RequestPage,
): Condition =>
  sql`(select at, id from ${table} where ${all([...conditions, ...behind(page)])}
    order by at desc, id desc limit ${page.limit})`;

const behind = ({ before }: RequestPage): Condition[] =>
  before ? [sql`(at, id) < (${moment(before.atMs)}, ${before.id}::uuid)`] : [];

/** From so many characters on, the beginning of an id is looked for. */
const LEAST_BEGINNING = 8;

/**
 * Requests by their ids. They are found first and put in order then: few have an id, or one that begins so. Of requests without a decision, only whole ids are found.
 */
export function sourcesById(filter: RequestFilter, id: string, page: RequestPage): RequestSource[] {
  const used = usageById(filter);
  const inUsage = [
    sql`request_id = ${id} and request_id <> id::text`,
    ...(UUID.test(id) ? [atOf(id)] : []),
  ];
  const statements = [
    ...decidedById(filter, id).map((way) => foundIn(sql`ledger.decision`, way, page)),
    ...inUsage.map((way) => foundIn(USAGE, all([way, ...used]), page)),
  ];
  return statements.map((one) => ({ statements: [one], isOrdered: false }));
}

/** They are found first, and put in order then. */
const foundIn = (table: Condition, way: Condition, page: RequestPage): Condition =>
  sql`(select f.at, f.id from (select at, id from ${table} where ${all([way, ...behind(page)])} offset 0) f
    order by f.at desc, f.id desc limit ${page.limit})`;

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
