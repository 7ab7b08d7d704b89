import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { Periods } from '@aicp/contracts/budgets/periods';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import { ledgerQuestions } from '@aicp/ledger/query/ledger-questions';
import { usdNumber } from '@aicp/contracts/budgets/usd-text';

/** So many days, that of now among them. */
const DAYS = 30;

export interface HistoryPoint {
  /** By the clock of the installation's time zone. */
  readonly date: string;
  readonly spent_usd: number;
}

/** What a subject spent on each of the last days, the oldest first. */
export async function historyOf(
  subject: SpendSubject,
  options: {
    readonly ledger: Pick<LedgerReader, 'spentByAll'>;
    readonly heirs: ModelHeirs;
    readonly periods: Periods;
    readonly nowMs: number;
  },
): Promise<HistoryPoint[]> {
  const { ledger, heirs, periods, nowMs } = options;
  const days = [periods.at('1d', nowMs)];
  while (days.length < DAYS) days.unshift(periods.at('1d', (days[0]?.startsMs ?? nowMs) - 1));
  const asked = days.map((period) => ledgerQuestions(subject, period, heirs));
  const answers = await ledger.spentByAll(asked.flat());
  const spent = asked.map(({ length }) =>
    answers.splice(0, length).reduce((total, amount) => total + amount, 0n),
  );
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: periods.timeZone });
  return days.map(({ startsMs }, index) => ({
    date: format.format(startsMs),
    spent_usd: usdNumber(spent[index] ?? 0n),
  }));
}
