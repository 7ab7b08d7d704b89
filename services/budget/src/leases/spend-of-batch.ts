import { isSpendOf } from '@aicp/contracts/spend/payer';
import { storedSubject } from '@aicp/ledger/ingest/rows/stored-subject';
import { subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Period } from '@aicp/contracts/spend/money-window';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import type { Known } from '../snapshot/budget-directory.ts';
import { subjectsOfTag } from '@aicp/contracts/spend/spend-subjects';
import { subjectsOf } from '../spend/spend-subjects.ts';

/** What some records cost one subject in one period. */
export interface CountedSpend {
  readonly subject: string;
  readonly period: Period;
  costNano: bigint;
}

/** What a session has said of one counter in a period. */
export interface SaidLease {
  readonly session: string;
  readonly subject: string;
  readonly period: Period;
  /** Requests that came before are not in what it counts, ms since 1970; undefined: all are. */
  readonly sinceMs: number | undefined;
}

/** What says whose spend is counted, and in which periods. */
export type Counting = Pick<Known, 'book' | 'models' | 'periods'>;

/** What records cost each subject that has a limit or that gateways lease, by period, in one order; without what came before the gateways counted it. */
export function spendOf(
  records: readonly (UsageRecord | UsageSum)[],
  known: Counting,
  leases: readonly SaidLease[] = [],
): CountedSpend[] {
  const leased = Map.groupBy(leases, ({ subject }) => subject);
  const withTags = known.book.hasTags || leases.some(({ subject }) => subject.startsWith('tag/'));
  const sums = new Map<string, CountedSpend>();
  for (const record of records) {
    const cost = record.cost_nano_usd ?? 0;
    if (cost === 0) continue;
    const atMs = Date.parse('at' in record ? record.at : record.hour);
    for (const subject of subjectsIn(record, known, withTags).map(storedSubject)) {
      const name = subjectName(subject);
      for (const period of periodsOf(subject, { known, leased, atMs })) {
        const place = `${name} ${period.startsMs} ${period.endsMs}`;
        const sum = sums.get(place) ?? { subject: name, period, costNano: 0n };
        sums.set(place, sum);
        sum.costNano += BigInt(cost);
      }
    }
  }
  return [...sums.values()].sort(inOneOrder);
}

const inOneOrder = (a: CountedSpend, b: CountedSpend): number =>
  (a.subject < b.subject ? -1 : Number(a.subject > b.subject)) ||
  a.period.startsMs - b.period.startsMs ||
  a.period.endsMs - b.period.endsMs;

/** The periods in which a subject has a limit here, or had one where gateways know more than this service does by now. */
function periodsOf(
  subject: SpendSubject,
  {
    known,
    leased,
    atMs,
  }: { known: Counting; leased: ReadonlyMap<string, readonly SaidLease[]>; atMs: number },
): readonly Period[] {
  const said = (leased.get(subjectName(subject)) ?? []).filter(
    ({ period }) => period.startsMs <= atMs && atMs < period.endsMs,
  );
  const limited = known.book.on(subject).map(({ window }) => known.periods.at(window, atMs));
  const periods = new Map(
    [...limited, ...said.map(({ period }) => period)].map((one) => [nameOf(one), one]),
  );
  for (const { period, sinceMs } of said) {
    if (sinceMs !== undefined && atMs < sinceMs) periods.delete(nameOf(period));
  }
  return [...periods.values()];
}

const nameOf = ({ startsMs, endsMs }: Period): string => `${startsMs} ${endsMs}`;

const orNone = (name: string | null): string => name ?? '';

function subjectsIn(
  record: UsageRecord | UsageSum,
  { models }: Pick<Known, 'models'>,
  withTags: boolean,
): SpendSubject[] {
  const { organization, model_served: model } = record;
  const subjects = subjectsOf({
    organization: orNone(organization),
    businessUnit: orNone(record.business_unit),
    team: orNone(record.team),
    user: record.user_from === 'request' ? '' : orNone(record.user),
    key: orNone(record.key),
    model: orNone(model),
    platformModel: model === null ? '' : models.heirs.platformId(model, organization ?? undefined),
    payer: record.payer,
  });
  if (!withTags || !('tags' in record)) return subjects;
  const tags = Object.entries(record.tags)
    .flatMap(([name, value]) => subjectsOfTag(orNone(organization), `${name}=${value}`))
    .filter((subject) => isSpendOf(subject, record.payer));
  return [...subjects, ...tags];
}
