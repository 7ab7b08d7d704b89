import { sql, type RawBuilder } from 'kysely';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { insertOf, type Column } from '../../database/column-arrays.ts';
import { joinedTexts, textHash } from '../../database/text-hash.ts';
import { DAY_MS } from '../../days/day-tables.ts';
import { factsOfRequest, type GuardrailFact } from '../../guardrails/guardrail-facts.ts';
import { storedText } from '../rows/stored-text.ts';
import { storedVerdicts } from '../rows/stored-verdicts.ts';

/** A request that guardrails looked at. */
export interface Guarded {
  readonly atMs: number;
  readonly record: Pick<UsageRecord, 'organization' | 'team' | 'guardrails'>;
}

const TABLES = [
  { table: 'guardrail_hour', ms: 3_600_000 },
  { table: 'guardrail_day', ms: DAY_MS },
] as const;

interface Sum extends Omit<GuardrailFact, 'requests' | 'findings'> {
  readonly startsMs: number;
  readonly fact: string;
  readonly organization: string;
  readonly team: string;
  requests: number;
  findings: number;
}

const TEXTS = ['organization', 'team', 'guardrail', 'stage', 'verdict', 'label', 'action'] as const;
const COUNTS = ['requests', 'findings'] as const;

const COLUMNS: readonly Column<Sum>[] = [
  { name: 'fact', type: 'uuid', of: ({ fact }) => fact },
  { name: 'starts', type: 'timestamptz', of: ({ startsMs }) => new Date(startsMs).toISOString() },
  ...TEXTS.map((name) => ({ name, type: 'text', of: (sum: Sum) => sum[name] })),
  { name: 'is_monitor', type: 'boolean', of: ({ isMonitor }) => String(isMonitor) },
  ...COUNTS.map((name) => ({ name, type: 'bigint', of: (sum: Sum) => sum[name] })),
];

/** Adds what guardrails said of new requests to the sums of their hours and days. */
export function growGuardrails(guarded: readonly Guarded[]): RawBuilder<unknown>[] {
  const facts = guarded.flatMap(factsOf);
  if (facts.length === 0) return [];
  return TABLES.map(({ table, ms }) => {
    const grown = COUNTS.map(
      (name) =>
        sql`${sql.id(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    );
    return sql`${insertOf(table, COLUMNS, sumsOf(facts, ms))}
      on conflict (starts, fact) do update set ${sql.join(grown)}`;
  });
}

interface TimedFact extends GuardrailFact {
  readonly atMs: number;
  readonly organization: string;
  readonly team: string;
}

function factsOf({ atMs, record }: Guarded): TimedFact[] {
  if (record.guardrails.length === 0) return [];
  const whose = { organization: storedText(record.organization), team: storedText(record.team) };
  return factsOfRequest(storedVerdicts(record.guardrails)).map((fact) => ({
    ...fact,
    ...whose,
    atMs,
  }));
}

/** Adds up by stretches of `ms`, in the order in which all who write write. */
function sumsOf(facts: readonly TimedFact[], ms: number): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { atMs, ...own } of facts) {
    const startsMs = Math.floor(atMs / ms) * ms;
    const fact = textHash(joinedTexts([...TEXTS.map((name) => own[name]), String(own.isMonitor)]));
    const key = `${String(startsMs).padStart(15, '0')}/${fact}`;
    const sum = sums.get(key) ?? { ...own, startsMs, fact, requests: 0, findings: 0 };
    sums.set(key, sum);
    sum.requests += own.requests;
    sum.findings += own.findings;
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
