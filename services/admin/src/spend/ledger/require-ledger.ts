import { Problem } from '@aicp/common/errors/problem';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';

/** What is asked of the ledger for reports. */
export type SpendLedger = Pick<LedgerReader, 'usageBy' | 'usageKeptFrom'>;

/** The ledger. Throws a Problem (503) in an installation that has none. */
export function requireLedger<L>(ledger: L | undefined): L {
  if (ledger) return ledger;
  throw new Problem(
    503,
    'This installation has no ledger of usage and spend: install the budget service, which keeps it, and tell the admin service of it (AICP_LEDGER=true).',
    { headers: { 'Retry-After': '60' } },
  );
}
