import type { Period } from '@aicp/contracts/spend/money-window';
import type { UsageTotals } from '@aicp/ledger/query/usage-query';
import { exactUsage } from '../../spend/ledger/kept-usage.ts';
import type { SpendLedger } from '../../spend/ledger/require-ledger.ts';
import type { SpendCell } from '../allocation/spend-cell.ts';
import { cellKey } from '../allocation/allocate.ts';

/** What was spent in a period, and by which prices. */
export interface Spend {
  readonly cells: readonly SpendCell[];
  readonly priceVersions: readonly string[];
}

type Row = UsageTotals<(typeof DIMENSIONS)[number]>;

const DIMENSIONS = [
  'organization',
  'business_unit',
  'team',
  'model_served',
  'provider',
  'price_version',
] as const;

/**
 * Asks the ledger. `since`: what is older is not the organization's own. Throws a Problem (409) where not all rows that add up to it are kept: a report books all, or
 * is none.
 */
export async function spendOf(
  ledger: SpendLedger,
  options: {
    readonly organization: string | undefined;
    readonly period: Period;
    readonly since: number | undefined;
  },
): Promise<Spend> {
  const { organization, period, since = period.startsMs } = options;
  const from = Math.max(period.startsMs, since);
  if (from >= period.endsMs) return { cells: [], priceVersions: [] };
  const rows = await exactUsage(ledger, {
    from,
    to: period.endsMs,
    groupBy: DIMENSIONS,
    // What an organization's own Provider serves costs the platform nothing, whatever price the organization gives it.
    filter: organization === undefined ? { payer: PLATFORM } : { organization },
  });
  return {
    cells: added(rows.map(toCell)),
    priceVersions: rows.map(({ group }) => group.price_version).filter((one) => one !== ''),
  };
}

/** As the ledger writes that the platform pays. */
const PLATFORM = '';

/** The ledger writes '' where there is no name. */
const nameOf = (text: string): string | undefined => (text === '' ? undefined : text);

const toCell = ({ group, requests, unpriced, tokens, costNano }: Row): SpendCell => ({
  organization: nameOf(group.organization),
  businessUnit: nameOf(group.business_unit),
  team: nameOf(group.team),
  model: nameOf(group.model_served),
  provider: nameOf(group.provider),
  requests: BigInt(requests),
  unpriced: BigInt(unpriced),
  tokens: Object.values(tokens).reduce((sum, one) => sum + one, 0n),
  cost: costNano,
});

/** One for each name: prices make no line item of their own. */
function added(cells: readonly SpendCell[]): SpendCell[] {
  const sums = new Map<string, SpendCell>();
  for (const cell of cells) {
    const known = sums.get(cellKey(cell));
    sums.set(cellKey(cell), known ? plus(known, cell) : cell);
  }
  return [...sums.values()];
}

const plus = (one: SpendCell, other: SpendCell): SpendCell => ({
  ...one,
  requests: one.requests + other.requests,
  unpriced: one.unpriced + other.unpriced,
  tokens: one.tokens + other.tokens,
  cost: one.cost + other.cost,
});
