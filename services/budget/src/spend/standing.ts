import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { LimitBook } from '../snapshot/limit-book.ts';
import { thresholdsAt, type MoneyLimit, type Thresholds } from '../snapshot/money-limit.ts';
import type { SpendFigures, Spent } from './spend-figures.ts';

export type SpendStatus = 'ok' | 'warning' | 'exceeded';

/** How a limit stands: of one of each, by the subject that spent the most of it. Money is nano-USD. */
export interface Standing {
  readonly limit: MoneyLimit;
  /** The amounts of now. */
  readonly thresholds: Thresholds;
  /** Whose spend it is; undefined where nobody has spent anything. */
  readonly subject: SpendSubject | undefined;
  readonly spent: bigint;
  /** What requests under way have reserved. */
  readonly reserved: bigint;
  readonly status: SpendStatus;
  readonly period: Period;
}

/** What limits are measured by at a moment. */
export interface Measure {
  readonly figures: SpendFigures;
  readonly book: Pick<LimitBook, 'on'>;
  readonly nowMs: number;
}

/** How a limit stands by figures. */
export function standingOf(limit: MoneyLimit, measure: Measure): Standing {
  const [most] = spendersOf(limit, measure).sort(byMost);
  return standingWith(limit, most, measure);
}

/** How each subject stands that a limit has a count of, those that spent the most first. */
export const standingsOfEach = (limit: MoneyLimit, measure: Measure): Standing[] =>
  spendersOf(limit, measure)
    .sort(byMost)
    .map((most) => standingWith(limit, most, measure));

function standingWith(
  limit: MoneyLimit,
  most: Spent | undefined,
  { figures, nowMs }: Measure,
): Standing {
  const thresholds = thresholdsAt(limit, nowMs);
  const spent = most?.spent ?? 0n;
  return {
    limit,
    thresholds,
    subject: most?.subject,
    spent,
    reserved: most ? figures.reserved(most.subject, limit.window) : reservedOf(limit, figures),
    status: statusOf(spent, thresholds),
    period: figures.periods[limit.window],
  };
}

/** What is reserved where nothing has been spent yet, of a limit whose one subject is known by its name alone. */
const reservedOf = (
  { scope, value, organization, window }: MoneyLimit,
  figures: SpendFigures,
): bigint => figures.reserved({ scope, organization, value }, window);

/** What a spend is by a limit's thresholds. A limit of nothing is exceeded from the first moment on. */
export function statusOf(spent: bigint, { soft, hard }: Thresholds): SpendStatus {
  if (spent >= hard) return 'exceeded';
  return spent >= soft ? 'warning' : 'ok';
}

const byMost = (a: Spent, b: Spent): number => {
  if (a.spent === b.spent) return 0;
  return a.spent > b.spent ? -1 : 1;
};

/** Those that a limit has a count of, and that have spent anything. */
function spendersOf(limit: MoneyLimit, { figures, book }: Measure): Spent[] {
  const { scope, value, window } = limit;
  const found =
    value === undefined ? figures.ofScope(scope, window) : figures.ofValue(scope, value, window);
  return found.filter(({ subject }) => book.on(subject).includes(limit));
}
