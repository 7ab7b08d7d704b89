import { exactUsd } from '@aicp/contracts/budgets/usd-text';
import type { ObjectSpend } from '@aicp/contracts/poll/spend-report';
import type { SpendStatus } from '@aicp/crds/kit/spend';

/** The figures of a report as a status tells them. `at` is when the report was made. */
export function figuresOf(entry: ObjectSpend, at: string): SpendStatus {
  const [spent, reserved] = [BigInt(entry.spent), BigInt(entry.reserved)];
  return {
    ...(entry.limit === null ? {} : { limitUsd: exactUsd(BigInt(entry.limit)) }),
    spentUsd: exactUsd(spent),
    reservedUsd: exactUsd(reserved),
    ...(entry.limit === null ? {} : shareOf(BigInt(entry.limit), spent, reserved)),
    resetsAt: wholeSeconds(entry.resets_at),
    ...(entry.of === undefined ? {} : { of: entry.of }),
    at: wholeSeconds(at),
  };
}

/** Of an object that a report does not list: it has spent nothing. Nothing is said of when that ends. */
export function nothingSpent(limit: bigint | undefined, at: string): SpendStatus {
  return {
    ...(limit === undefined ? {} : { limitUsd: exactUsd(limit) }),
    spentUsd: '0',
    reservedUsd: '0',
    ...(limit === undefined ? {} : shareOf(limit, 0n, 0n)),
    at: wholeSeconds(at),
  };
}

function shareOf(limit: bigint, spent: bigint, reserved: bigint) {
  const left = limit - spent - reserved;
  return { leftUsd: exactUsd(left > 0n ? left : 0n), usedPercent: percentOf(spent, limit) };
}

/** With one decimal, rounded down: 100 is said from the limit on, and not before. */
export function percentOf(spent: bigint, limit: bigint): string {
  if (limit === 0n) return '100';
  const tenths = (spent * 1_000n) / limit;
  return tenths % 10n === 0n ? String(tenths / 10n) : `${tenths / 10n}.${tenths % 10n}`;
}

/** metav1.Time has no fractions of a second. */
export const wholeSeconds = (moment: string): string =>
  `${new Date(moment).toISOString().slice(0, 19)}Z`;

const NANO_OF_CENT = 10_000_000n;
const NANO_OF_DOLLAR = 1_000_000_000n;

/** For sentences: `$12.34`, without what is less than a cent, where it is a dollar or more. */
export function dollars(nanoUsd: bigint): string {
  const shown = nanoUsd < NANO_OF_DOLLAR ? nanoUsd : (nanoUsd / NANO_OF_CENT) * NANO_OF_CENT;
  const text = exactUsd(shown);
  return `$${/\.\d$/.test(text) ? `${text}0` : text}`;
}
