import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { TestEngine } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { sql } from 'kysely';
import { startAdminDatabase } from '../../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../../database/tables.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { FakeLedger } from '../../spend/testing/fake-ledger.ts';
import type { SpendLedger } from '../../spend/ledger/require-ledger.ts';
import type { AllocationRule } from '../allocation/shares.ts';
import { ChargebackReports } from '../reports/chargeback-reports.ts';
import { ReportOrder } from '../reports/report-order.ts';
import { ReportStore, type ReportFilter } from '../reports/report-store.ts';
import { reportOf } from '../reports/report-view.ts';
import type { UnsettledRule } from '../reports/rules-in-force.ts';

const NOW = Date.UTC(2026, 2, 5, 12);
/** When the organizations were made. */
const BEFORE = { creationTimestamp: '2026-01-01T00:00:00Z' };
export const FEBRUARY = { period: '2026-02' };
/** A cent, in nano-USD. */
export const CENT = 10_000_000n;

export const ruleOf = (id: string, percent: string, team?: string): AllocationRule => ({
  id,
  name: id,
  uid: `uid-${id}`,
  generation: 1,
  organization: 'acme',
  team,
  type: 'cost_center',
  target: `CC-${id}`,
  percent,
  metadata: {},
});

interface Page {
  readonly limit: number;
  readonly sort: string;
  readonly cursor: string;
}

/** Chargeback reports of a small installation, in whose February two organizations spent something. */
export class ChargebackFixture {
  readonly resources: ResourceFixture;
  readonly database: AdminDatabase;
  /** The outbox. */
  readonly events: EventsDatabase;
  readonly platform = somebody('platform_admin', { organizationId: undefined });
  readonly acme: Principal;
  ledger = new FakeLedger();
  rules: AllocationRule[] = [];
  notInForce: UnsettledRule[] = [];
  clock = new ManualClock(NOW);
  reports!: ChargebackReports;
  private readonly stopDatabase: () => Promise<void>;

  private constructor(
    resources: ResourceFixture,
    started: Awaited<ReturnType<typeof startAdminDatabase>>,
    acmeUid: string | undefined,
  ) {
    this.resources = resources;
    this.database = started.database;
    this.events = started.events;
    this.stopDatabase = started.stop;
    this.acme = somebody('org_admin', { organizationId: 'acme', organizationUid: acmeUid });
  }

  static async start(engine: TestEngine): Promise<ChargebackFixture> {
    const resources = await resourceFixture();
    const { metadata } = await resources.put('Organization', 'acme', {}, BEFORE);
    await resources.put('Organization', 'globex', {}, BEFORE);
    await resources.put('ControlPlane', 'default', { timeZone: 'Europe/Berlin' });
    return new ChargebackFixture(resources, await startAdminDatabase(engine), metadata.uid);
  }

  async stop(): Promise<void> {
    await this.stopDatabase();
    await this.resources[Symbol.asyncDispose]();
  }

  /** No report, and the spend of February. */
  async reset(): Promise<void> {
    await this.database.asOwner(async (owner) => {
      await sql`truncate admin.chargeback_reports cascade`.execute(owner);
    });
    this.clock = new ManualClock(NOW);
    this.ledger = new FakeLedger();
    this.notInForce = [];
    this.rules = [ruleOf('ml', '60', 'ml'), ruleOf('rest', '100')];
    this.reports = this.reportsOn(this.ledger);
    await this.chain.prepareMonths();
    const spent = { organization: 'acme', model_served: 'fast', provider: 'sim' };
    this.ledger.add(
      // In Berlin, February begins at 23:00 of the last of January (UTC), and ends likewise.
      { ...spent, at: '2026-01-31T22:59:00Z', cost: 1_000n * CENT },
      {
        ...spent,
        at: '2026-01-31T23:00:00Z',
        team: 'ml',
        cost: 1_000n * CENT,
        price_version: 'p1',
      },
      { ...spent, at: '2026-02-28T22:59:00Z', team: 'web', cost: 1n, price_version: 'p2' },
      { ...spent, at: '2026-02-28T23:00:00Z', cost: 1_000n * CENT },
      { ...spent, at: '2026-02-10T00:00:00Z', organization: 'globex', cost: 500n * CENT },
    );
  }

  reportsOn(ledger: SpendLedger | undefined): ChargebackReports {
    return new ChargebackReports({
      store: this.resources.store,
      reports: new ReportStore({ database: this.database, chain: this.chain }),
      rules: { of: () => Promise.resolve({ rules: this.rules, notInForce: this.notInForce }) },
      ledger,
      clock: this.clock,
    });
  }

  async generate(principal = this.acme, body: object = FEBRUARY) {
    return await this.reports.generate(contextOf(principal), body as never);
  }

  async answered(...given: Parameters<ChargebackFixture['generate']>) {
    const { row, content } = await this.generate(...given);
    return reportOf(row, content);
  }

  /** A page of reports, and the cursor of the next one. */
  async list(
    principal = this.acme,
    { limit = 100, sort, cursor, ...filter }: ReportFilter & Partial<Page> = {},
  ) {
    const order = new ReportOrder(sort);
    const after = cursor === undefined ? undefined : order.markOf(cursor);
    const page = await this.reports.list(principal, filter, { limit, order, after });
    return {
      reports: page.listed.map(({ row, content }) => reportOf(row, content)),
      total: page.total,
      next: page.next && order.cursorOf(page.next),
    };
  }

  async finalized(principal = this.acme) {
    const { row } = await this.generate(principal);
    return await this.reports.finalize(contextOf(principal), row.id);
  }

  private get chain() {
    return new AuditChain({ database: this.database, clock: this.clock });
  }
}
