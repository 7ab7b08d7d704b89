import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
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

/** How a limit stands by figures. */
export function standingOf(limit: MoneyLimit, figures: SpendFigures, nowMs: number): Standing {
  const [most] = spendersOf(limit, figures).sort(byMost);
  return standingWith(limit, { figures, most, nowMs });
}

/** How each subject stands that a limit has a count of, those that spent the most first. */
export const standingsOfEach = (
  limit: MoneyLimit,
  figures: SpendFigures,
  nowMs: number,
): Standing[] =>
  spendersOf(limit, figures)
    .sort(byMost)
    .map((most) => standingWith(limit, { figures, most, nowMs }));

function standingWith(
  limit: MoneyLimit,
  options: { figures: SpendFigures; most: Spent | undefined; nowMs: number },
): Standing {
  const { figures, most, nowMs } = options;
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
function spendersOf(limit: MoneyLimit, figures: SpendFigures): Spent[] {
  const { scope, value, window } = limit;
  const found =
    value === undefined ? figures.ofScope(scope, window) : figures.ofValue(scope, value, window);
  return found.filter(({ subject }) => limits(limit, subject));
}

/** Whether a limit has a count of this subject. */
export function limits(limit: MoneyLimit, subject: SpendSubject): boolean {
  const { scope, value, organization } = limit;
  if (subject.scope !== scope) return false;
  if (value !== undefined && subject.value !== value) return false;
  if (organization !== undefined) return subject.organization === organization;
  // Of these the platform counts all requests together; of others, those of each organization by themselves.
  const isOfAll = scope === 'global' || scope === 'model' || scope === 'tag';
  return !isOfAll || subject.organization === undefined;
}
