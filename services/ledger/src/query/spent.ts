import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isSpendOf } from '@aicp/contracts/spend/payer';
import type { Period } from '@aicp/contracts/spend/money-window';
import {
  subjectName,
  type BudgetScope,
  type SpendSubject,
} from '@aicp/contracts/spend/spend-subject';
import type { LedgerTables } from '../database/tables.ts';
import { within } from './conditions.ts';
import { coverageOf } from './coverage.ts';
import { rowsOfPeriods } from './rows-of-periods.ts';

/** Whose spend is asked for, and of when. Of users, it is that of keys that are theirs. What the platform has no part in is left out of what it counts of all organizations together. */
export interface SpendQuestion {
  readonly subject: SpendSubject;
  readonly period: Period;
  /** What the platform paid of it alone, whoever's it is; absent: all that counts as the subject's. */
  readonly payer?: 'platform';
}

/** Names of the values of one scope; of `global`, there is none. */
const COLUMNS: Readonly<Record<Exclude<BudgetScope, 'tag' | 'global'>, string>> = {
  organization: 'organization',
  business_unit: 'business_unit',
  team: 'team',
  user: 'user',
  key: 'key',
  model: 'model_served',
};

/** Of so many subjects, their rows are looked for one by one. Of more, all rows of the period are added up, and those of others left out at the end. */
const FEW = 20;

interface Row {
  readonly organization: string;
  readonly value: string;
  readonly cost: string;
}

/**
 * What each was spent, nano-USD, in the order of the questions. One statement for each scope and period, however many subjects there are. What has no price counts as 0.
 */
export async function spentByAll(
  kysely: Kysely<LedgerTables>,
  questions: readonly SpendQuestion[],
): Promise<bigint[]> {
  const kinds = new Map<string, SpendQuestion[]>();
  for (const question of questions) {
    const { subject, period, payer = '' } = question;
    const isOfOrganization = subject.organization !== undefined;
    const kind = `${subject.scope}/${isOfOrganization}/${period.startsMs}/${period.endsMs}/${payer}`;
    const alike = kinds.get(kind);
    if (alike) alike.push(question);
    else kinds.set(kind, [question]);
  }
  const answers = new Map<SpendQuestion, bigint>();
  for (const alike of kinds.values()) {
    const spent = await spentAlike(kysely, alike);
    for (const question of alike) {
      answers.set(question, spent.get(subjectName(question.subject)) ?? 0n);
    }
  }
  return questions.map((question) => answers.get(question) ?? 0n);
}

/** By the subject's name. The questions are of one scope and period, and all or none of them within an organization. */
async function spentAlike(
  kysely: Kysely<LedgerTables>,
  questions: readonly SpendQuestion[],
): Promise<Map<string, bigint>> {
  const [first] = questions;
  if (!first || first.period.startsMs >= first.period.endsMs) return new Map();
  const { scope } = first.subject;
  const subjects = questions.map(({ subject }) => subject);
  const of: SpendOf = {
    subjects,
    period: first.period,
    isPlatforms: first.payer === 'platform' || !isSpendOf(first.subject, 'organization'),
  };
  const statement = scope === 'tag' ? ofTags(of) : ofDimensions(of);
  const { rows } = await statement.execute(kysely);
  const isOfOrganization = first.subject.organization !== undefined;
  return new Map(
    rows.map(({ organization, value, cost }) => [
      subjectName({
        scope,
        organization: isOfOrganization ? organization : undefined,
        value: scope === 'global' ? undefined : value,
      }),
      BigInt(cost),
    ]),
  );
}

/** Subjects of one scope, and whether what organizations paid is left out. */
interface SpendOf {
  readonly subjects: readonly SpendSubject[];
  readonly period: Period;
  readonly isPlatforms: boolean;
}

const valuesOf = (subjects: readonly SpendSubject[]): string[] => [
  ...new Set(subjects.map(({ value }) => value ?? '')),
];

/** Undefined: those of all organizations, and of none. */
const organizationsOf = (subjects: readonly SpendSubject[]): string[] | undefined => {
  const names = subjects.flatMap(({ organization }) => organization ?? []);
  return names.length === 0 ? undefined : [...new Set(names)];
};

/** Undefined where one value is that of all. */
const columnOf = (scope: BudgetScope): RawBuilder<unknown> | undefined =>
  scope === 'global' || scope === 'tag' ? undefined : sql.ref(`d.${COLUMNS[scope]}`);

/** Rows of these values of a scope. Of a user, those of which the key says so: what a request says of its user is no proof. */
function ofValues(scope: BudgetScope, subjects: readonly SpendSubject[]): RawBuilder<unknown>[] {
  const column = columnOf(scope);
  if (!column) return [];
  const chosen = sql`${column} = any(${valuesOf(subjects)}::text[])`;
  return scope === 'user' ? [chosen, sql`d.user_from = ''`] : [chosen];
}

function ofDimensions({ subjects, period, isPlatforms }: SpendOf): RawBuilder<Row> {
  const scope = subjects[0]?.scope ?? 'global';
  const value = columnOf(scope);
  const organizations = organizationsOf(subjects);
  const conditions = [
    ...(organizations ? [sql`d.organization = any(${organizations}::text[])`] : []),
    ...(isPlatforms ? [sql`d.payer = ''`] : []),
    ...ofValues(scope, subjects),
  ];
  const chosen = sql.join([sql`true`, ...conditions], sql` and `);
  const isNarrow = conditions.length > 0 && subjects.length <= FEW;
  const only = isNarrow ? chosen : undefined;
  const organization = organizations ? sql.ref('d.organization') : sql`''`;
  return sql<Row>`select ${organization} as organization, ${value ?? sql`''`} as value, sum(s.cost)::text as cost
    from (
      select dimension, sum(cost_nano) as cost from ${rowsOfPeriods([period], ['cost_nano'], only)} r
      group by 1
    ) s
    join ledger.dimension d on d.id = s.dimension
    where ${chosen}
    group by 1, 2`;
}

/** Tags have sums by quarter-hours alone. */
function ofTags({ subjects, period, isPlatforms }: SpendOf): RawBuilder<Row> {
  // Checks that the period begins and ends with a quarter-hour.
  coverageOf([period]);
  const organizations = organizationsOf(subjects);
  const organization = organizations ? sql.ref('t.organization') : sql`''`;
  const cost = isPlatforms ? sql`q.cost_nano - q.own_cost_nano` : sql`q.cost_nano`;
  const chosen = organizations ? sql`and t.organization = any(${organizations}::text[])` : sql``;
  return sql<Row>`select ${organization} as organization, t.name || '=' || t.value as value,
      sum(${cost})::text as cost
    from ledger.tag_quarter q join ledger.tag t on t.id = q.tag
    where ${within('q.starts', [period])}
      and t.name || '=' || t.value = any(${valuesOf(subjects)}::text[]) ${chosen}
    group by 1, 2`;
}
