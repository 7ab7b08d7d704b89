import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Route } from '@aicp/api-kit/route/route';
import type { Database } from '@aicp/common/database/open-database';
import type { Clock } from '@aicp/common/time/clock';
import type { ObjectStore } from '../resources/store.ts';
import type { SpendLedger } from '../spend/ledger/require-ledger.ts';
import type { AuditedReports, ChargebackTables } from './reports/chargeback-tables.ts';
import { ChargebackReports } from './reports/chargeback-reports.ts';
import { chargebackRoutes } from './chargeback-routes.ts';
import { ReportStore } from './reports/report-store.ts';
import { RulesInForce } from './reports/rules-in-force.ts';

export interface Chargeback {
  readonly routes: readonly Route[];
  /** To be handed snapshots. */
  readonly rules: RulesInForce;
}

/** Chargeback reports, and the rules that they go by. */
export function createChargeback(options: {
  database: Pick<Database<ChargebackTables>, 'kysely'>;
  chain: Pick<AuditChain<AuditedReports>, 'write'>;
  store: ObjectStore;
  ledger: SpendLedger | undefined;
  clock: Clock;
}): Chargeback {
  const rules = new RulesInForce(options.clock);
  const reports = new ReportStore(options);
  return { routes: chargebackRoutes(new ChargebackReports({ ...options, reports, rules })), rules };
}
