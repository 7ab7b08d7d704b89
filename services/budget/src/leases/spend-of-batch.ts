import { isSpendOf } from '@aicp/contracts/spend/payer';
import { storedSubject } from '@aicp/ledger/ingest/rows/stored-subject';
import { subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Period } from '@aicp/contracts/spend/money-window';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import type { Known } from '../snapshot/budget-directory.ts';
import { subjectsOfTag } from '@aicp/contracts/spend/spend-subjects';
import { subjectsOf } from '../spend/spend-subjects.ts';
import { LimitedSubjects } from './limited-subjects.ts';

/** What some records cost one subject in one period. */
export interface CountedSpend {
  readonly subject: string;
  readonly period: Period;
  costNano: bigint;
}

/** What records cost each subject that may have a limit, by period, in one order. */
export function spendOf(
  records: readonly (UsageRecord | UsageSum)[],
  known: Pick<Known, 'limits' | 'models' | 'periods'>,
): CountedSpend[] {
  const limited = new LimitedSubjects(known.limits);
  const sums = new Map<string, CountedSpend>();
  for (const record of records) {
    const { cost_nano_usd: cost } = record;
    if (cost === null || cost === 0) continue;
    const atMs = Date.parse('at' in record ? record.at : record.hour);
    for (const subject of subjectsIn(record, known, limited.withTags).map(storedSubject)) {
      for (const window of limited.windowsOf(subject)) {
        const period = known.periods.at(window, atMs);
        const name = subjectName(subject);
        const place = `${name} ${period.startsMs} ${period.endsMs}`;
        const sum = sums.get(place) ?? { subject: name, period, costNano: 0n };
        sums.set(place, sum);
        sum.costNano += BigInt(cost);
      }
    }
  }
  return [...sums.values()].sort(
    (a, b) =>
      (a.subject < b.subject ? -1 : Number(a.subject > b.subject)) ||
      a.period.startsMs - b.period.startsMs ||
      a.period.endsMs - b.period.endsMs,
  );
}

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
