import type { Period } from '@aicp/contracts/spend/money-window';
import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LedgerTables } from '../database/tables.ts';
import { keptFrom } from '../days/day-tables.ts';
import { within } from '../query/conditions.ts';
import type { FactQuery, FactReach, FactSum } from './fact-query.ts';
import { factStretches } from './fact-stretches.ts';
import { factsOfRequest, type GuardrailFact } from './guardrail-facts.ts';

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 } as const;

interface Row {
  readonly starts: string | null;
  readonly organization: string | null;
  readonly team: string | null;
  readonly stage: GuardrailFact['stage'];
  readonly is_monitor: boolean;
  readonly verdict: GuardrailFact['verdict'];
  readonly label: string;
  readonly action: GuardrailFact['action'];
  readonly requests: string;
  readonly findings: string;
}

/** Adds up what a guardrail said, in no particular order. */
export async function readFacts(
  kysely: Kysely<LedgerTables>,
  query: FactQuery,
): Promise<FactSum[]> {
  const { from, to, sinceMs = 0, by } = query;
  const kept = (await keptFrom(kysely)).usage;
  const asked = { from, to, sinceMs, keptFromMs: kept, hourly: by === 'hour' };
  const { requests, hours, days } = factStretches(asked);
  const sums = new Map<string, FactSum>();
  for (const fact of await fromSums(kysely, query, { hours, days })) addTo(sums, fact);
  // One after the other: there may be one connection alone.
  for (const fact of requests ? await fromRequests(kysely, query, requests) : []) addTo(sums, fact);
  return [...sums.values()];
}

function addTo(sums: Map<string, FactSum>, { requests, findings, ...kind }: FactSum): void {
  const { startsMs, organization, team, stage, isMonitor, verdict, label, action } = kind;
  // In one order, whoever made it.
  const key = JSON.stringify([
    startsMs,
    organization,
    team,
    stage,
    isMonitor,
    verdict,
    label,
    action,
  ]);
  const known = sums.get(key) ?? { requests: 0, findings: 0 };
  sums.set(key, {
    ...kind,
    requests: known.requests + requests,
    findings: known.findings + findings,
  });
}

async function fromSums(
  kysely: Kysely<LedgerTables>,
  query: FactQuery,
  stretches: { readonly hours: readonly Period[]; readonly days: readonly Period[] },
): Promise<FactSum[]> {
  const parts = [
    ...partOf(sql`ledger.guardrail_hour`, query, stretches.hours),
    ...partOf(sql`ledger.guardrail_day`, query, stretches.days),
  ];
  if (parts.length === 0) return [];
  const group = groupOf(query.by);
  const { rows } =
    await sql<Row>`select ${group.columns}, s.stage, s.is_monitor, s.verdict, s.label,
      s.action, sum(s.requests)::text as requests, sum(s.findings)::text as findings
    from (${sql.join(parts, sql` union all `)}) s
    group by ${group.keys} s.stage, s.is_monitor, s.verdict, s.label, s.action`.execute(kysely);
  return rows.map((row) => ({
    guardrail: query.guardrail,
    startsMs: row.starts === null ? undefined : Number(row.starts),
    organization: row.organization ?? undefined,
    team: row.team ?? undefined,
    stage: row.stage,
    isMonitor: row.is_monitor,
    verdict: row.verdict,
    label: row.label,
    action: row.action,
    requests: Number(row.requests),
    findings: Number(row.findings),
  }));
}

type Part = RawBuilder<unknown>;

const partOf = (table: Part, reach: FactReach, stretches: readonly Period[]): Part[] =>
  stretches.length === 0
    ? []
    : [
        sql`select * from ${table} f where ${whoseOf(reach, sql`f`)}
          and guardrail = ${reach.guardrail} and ${within('starts', stretches)}`,
      ];

/** Whose rows of `table` are asked for. */
function whoseOf({ organization, teams }: FactReach, table: Part): Part {
  const ofOrganization =
    organization === undefined ? sql`true` : sql`${table}.organization = ${organization}`;
  return teams === undefined
    ? ofOrganization
    : sql`${ofOrganization} and ${table}.team = any(${[...teams]}::text[])`;
}

function groupOf(by: FactQuery['by']): { readonly columns: Part; readonly keys: Part } {
  if (by === undefined) {
    return {
      columns: sql`null::text as starts, null::text as organization, null::text as team`,
      keys: sql``,
    };
  }
  if (by === 'team') {
    return {
      columns: sql`null::text as starts, s.organization, s.team`,
      keys: sql`s.organization, s.team,`,
    };
  }
  const ms = sql.lit(UNIT_MS[by]);
  const starts = sql`(floor(extract(epoch from s.starts) * 1000 / ${ms}) * ${ms})::bigint`;
  return {
    columns: sql`${starts}::text as starts, null::text as organization, null::text as team`,
    keys: sql`${starts},`,
  };
}

interface RequestsRow {
  readonly organization: string;
  readonly team: string;
  readonly guardrails: readonly GuardrailVerdict[];
  readonly requests: string;
}

/** Of a part of an hour: from the requests themselves, of which those with the same verdicts are one row. */
async function fromRequests(
  kysely: Kysely<LedgerTables>,
  query: FactQuery,
  period: Period,
): Promise<FactSum[]> {
  const { guardrail, by } = query;
  const named = JSON.stringify([{ guardrail }]);
  const { rows } = await sql<RequestsRow>`select d.organization, d.team, u.guardrails,
      count(*)::text as requests
    from ledger.usage u join ledger.dimension d on d.id = u.dimension
    where ${within('u.at', [period])} and ${whoseOf(query, sql`d`)}
      and u.guardrails is not null and u.guardrails @> ${named}::jsonb
    group by d.organization, d.team, u.guardrails`.execute(kysely);
  const unit = by === 'hour' || by === 'day' ? UNIT_MS[by] : undefined;
  const startsMs = unit && Math.floor(period.startsMs / unit) * unit;
  return rows.flatMap(({ organization, team, guardrails, requests }) =>
    factsOfRequest(guardrails)
      .filter((fact) => fact.guardrail === guardrail)
      .map((fact) => ({
        ...fact,
        startsMs,
        ...(by === 'team' ? { organization, team } : { organization: undefined, team: undefined }),
        requests: fact.requests * Number(requests),
        findings: fact.findings * Number(requests),
      })),
  );
}

/** When the first hour begins of which there are facts, or the first day where hours are not kept any more; undefined: there are none. */
export async function factsFrom(
  kysely: Kysely<LedgerTables>,
  reach: FactReach,
): Promise<number | undefined> {
  const { guardrail, sinceMs = 0 } = reach;
  if (sinceMs === Infinity) return undefined;
  const from = sql`${new Date(sinceMs - UNIT_MS.hour).toISOString()}::timestamptz`;
  const first = (table: Part): Part => sql`(select min(starts) from ${table} f
    where guardrail = ${guardrail} and ${whoseOf(reach, sql`f`)} and starts > ${from})`;
  const { rows } = await sql<{ hour: Date | null; day: Date | null }>`select
    ${first(sql`ledger.guardrail_hour`)} as hour, ${first(sql`ledger.guardrail_day`)} as day`.execute(
    kysely,
  );
  const [hour, day] = [msOf(rows[0]?.hour), msOf(rows[0]?.day)];
  const least = day + UNIT_MS.day <= hour ? day : hour;
  return least === Infinity ? undefined : Math.max(least, sinceMs);
}

const msOf = (moment: Date | null | undefined): number => moment?.getTime() ?? Infinity;
