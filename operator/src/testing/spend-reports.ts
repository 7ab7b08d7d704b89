import type { ObjectSpend, SpendReport } from '@aicp/contracts/poll/spend-report';

const DOLLAR = 1_000_000_000n;

/** Dollars as nano-USD in text. */
export const usd = (dollars: number): string =>
  String((BigInt(Math.round(dollars * 1e6)) * DOLLAR) / 1_000_000n);

export const RESETS_AT = '2026-02-01T00:00:00.000Z';

/** What was spent of Budget b, of $10. */
export const entry = (more: Partial<ObjectSpend> = {}): ObjectSpend => ({
  kind: 'Budget',
  name: 'b',
  uid: 'Budget-b',
  limit: usd(10),
  spent: usd(1),
  reserved: '0',
  resets_at: RESETS_AT,
  status: 'ok',
  ...more,
});

export const spendReport = (
  objects: readonly Partial<ObjectSpend>[],
  more: Partial<SpendReport> = {},
): SpendReport => ({
  at: '2026-01-01T00:00:00.000Z',
  lag_seconds: 0,
  objects: objects.map(entry),
  ...more,
});
