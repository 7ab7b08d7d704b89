import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import { unitOf } from '@aicp/contracts/budgets/money-counter';
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
  /** What is left, where requests that may cost more were refused and not all is spent; undefined: none was. */
  readonly room?: bigint | undefined;
  readonly status: SpendStatus;
  readonly period: Period;
}

/** What limits are measured by at a moment. */
export interface Measure {
  readonly figures: SpendFigures;
  readonly book: Pick<LimitBook, 'on'>;
  readonly nowMs: number;
  /** Whether limits stop anything. */
  readonly isEnforced: boolean;
}

/** How a limit stands by figures: of one of each, as the first of them does. */
export function standingOf(limit: MoneyLimit, measure: Measure): Standing {
  const [first] = standingsOfEach(limit, measure);
  return first ?? standingWith(limit, undefined, measure);
}

/** How each subject stands that a limit has a count of: those first of which it is exceeded, and then those that spent the most. */
export const standingsOfEach = (limit: MoneyLimit, measure: Measure): Standing[] =>
  spendersOf(limit, measure)
    .map((spent) => standingWith(limit, spent, measure))
    .sort((one, other) => isExceeded(other) - isExceeded(one) || byMost(one, other));

function standingWith(limit: MoneyLimit, most: Spent | undefined, measure: Measure): Standing {
  const { figures, nowMs } = measure;
  const { window } = limit;
  const thresholds = thresholdsAt(limit, nowMs);
  const spent = most?.spent ?? 0n;
  const subject = most?.subject ?? namedBy(limit);
  const reserved = figures.reserved(subject, window);
  const refusedAt = figures.refusedAt(subject, window);
  const doesRefuse = measure.isEnforced && refuses(limit, { thresholds, refusedAt });
  const room = doesRefuse ? roomOf(thresholds, { spent, reserved }) : undefined;
  // A limit that refused one large request alone, and has most of its amount left, is not exceeded.
  const isFull = room !== undefined && spent + reserved >= thresholds.soft;
  return {
    ...{ limit, thresholds, subject: most?.subject, spent, reserved, room },
    status: isFull ? 'exceeded' : statusOf(spent, thresholds),
    period: figures.periods[window],
  };
}

/** What is left, 0 at least; undefined where all is spent. */
function roomOf(
  { hard }: Thresholds,
  { spent, reserved }: Pick<Standing, 'spent' | 'reserved'>,
): bigint | undefined {
  if (spent >= hard) return undefined;
  const left = hard - spent - reserved;
  return left > 0n ? left : 0n;
}

/** The one subject of a limit, which is known by its name alone where nothing has been spent yet. */
const namedBy = ({ scope, value, organization }: MoneyLimit): SpendSubject => ({
  scope,
  organization,
  value,
});

/** Whether requests were refused by what a limit allows now, or more: those that may cost as much are refused still. */
function refuses(
  limit: MoneyLimit,
  { thresholds, refusedAt }: { thresholds: Thresholds; refusedAt: bigint | undefined },
): boolean {
  if (refusedAt === undefined || limit.action === 'warn') return false;
  // Gateways round a limit, and what it is increased by, down to what they count in.
  const rounded = 2n * BigInt(unitOf(limit) - 1);
  return refusedAt + rounded >= thresholds.hard;
}

/** What a spend is by a limit's thresholds. A limit of nothing is exceeded from the first moment on. */
export function statusOf(spent: bigint, { soft, hard }: Thresholds): SpendStatus {
  if (spent >= hard) return 'exceeded';
  return spent >= soft ? 'warning' : 'ok';
}

const isExceeded = ({ status }: Standing): number => Number(status === 'exceeded');

const byMost = (a: Standing, b: Standing): number => {
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
