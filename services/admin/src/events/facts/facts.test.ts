import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChargebackFixture } from '../../chargeback/testing/chargeback-fixture.ts';
import { startAdminDatabase } from '../../audit/testing/audit-database.ts';
import type { AccessRequest } from '../../kinds/access-grant/access-requests-table.ts';
import { RequestStore } from '../../kinds/access-grant/request-store.ts';
import { contextOf, somebody } from '../../resources/testing/resource-fixture.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const CONTEXT = contextOf(somebody('org_admin'));

const rowOf = (more: Partial<AccessRequest> = {}): AccessRequest => ({
  ...{ id: uuidV7(NOW), created_at: new Date(NOW), requested_by: 'ada', requested_by_key: 'bot' },
  ...{ organization_id: 'acme', organization_uid: 'uid-acme', tier_id: 'premium' },
  ...{ team_id: null, user_id: 'ada', key_id: null, justification: 'for project x' },
  ...{ duration_days: 30, status: 'pending', decided_by: null, decided_at: null, expires_at: null },
  ...more,
});

async function told(outbox: EventsDatabase) {
  const rows = await outbox.kysely.selectFrom('event').selectAll().orderBy('written_at').execute();
  for (const { type, data } of rows) {
    const schema = EVENT_CATALOG[type as keyof typeof EVENT_CATALOG].data.strict();
    expect(schema.safeParse(data).error?.message, type).toBeUndefined();
  }
  return rows;
}

describe.each(testEngines())('events of requests for access on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: Awaited<ReturnType<typeof startAdminDatabase>>;
    let requests: RequestStore;
    beforeAll(async () => {
      home = await startAdminDatabase(engine);
      const chain = new AuditChain({ database: home.database, clock: new ManualClock(NOW) });
      await chain.prepareMonths();
      requests = new RequestStore({ database: home.database, chain });
    }, 60_000);
    afterAll(() => home.stop());
    beforeEach(async () => {
      await home.events.kysely.deleteFrom('event').execute();
    });

    const moved = async (row: AccessRequest, to: AccessRequest['status'], decision: object = {}) =>
      (await requests.move(row, { action: to, to, decision }, CONTEXT)) ?? row;
    const decided = {
      decided_by: 'grace',
      decided_at: new Date(NOW + 1_000),
      expires_at: new Date(NOW + 2_000),
    };

    it('are of each step that a request takes', async () => {
      const row = rowOf({ user_id: 'one' });
      await requests.insert(row, CONTEXT);
      await requests.insert(row, CONTEXT);
      const approved = await moved(row, 'approved', decided);
      await moved(row, 'approved', decided);
      await moved(approved, 'expired');
      const other = rowOf({ user_id: 'other', organization_id: null, organization_uid: null });
      await requests.insert(other, CONTEXT);
      await moved(other, 'denied', { decided_by: 'grace', decided_at: new Date(NOW) });
      const rows = await told(home.events);
      expect(rows.map(({ type, organization }) => `${type} ${organization}`).sort()).toEqual([
        ...['access.approved acme', 'access.denied ', 'access.expired acme'],
        ...['access.requested ', 'access.requested acme'],
      ]);
      const expired = rows.find(({ type }) => type === 'access.expired');
      expect(expired).toMatchObject({
        ...{ subject: `AccessRequest/${row.id}`, at: decided.expires_at },
        data: { status: 'expired', decided_by: 'grace', tier_id: 'premium', duration_days: 30 },
      });
      expect(JSON.stringify(rows)).not.toContain('project x');
    });

    it('are not of access that is taken back', async () => {
      const row = rowOf({ user_id: 'two' });
      await requests.insert(row, CONTEXT);
      const approved = await moved(row, 'approved', decided);
      await moved(approved, 'revoked', decided);
      const types = (await told(home.events)).map(({ type }) => type);
      expect(types.sort()).toEqual(['access.approved', 'access.requested']);
    });

    it('that cannot be written let nothing be changed', async () => {
      const row = rowOf({ user_id: 'three' });
      await requests.insert(row, CONTEXT);
      const rename = (from: string, to: string) =>
        home.events.asOwner(async (owner) => {
          await sql`alter table events.${sql.id(from)} rename to ${sql.id(to)}`.execute(owner);
        });
      await rename('event', 'away');
      await expect(moved(row, 'denied')).rejects.toThrow();
      await expect(requests.insert(rowOf({ user_id: 'four' }), CONTEXT)).rejects.toThrow();
      await rename('away', 'event');
      expect((await requests.find(row.id, {}))?.status).toBe('pending');
      expect(await requests.count({}, { user_id: 'four' })).toBe(0);
    });
  });
});

describe.each(testEngines())('events of chargeback reports on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let fixture: ChargebackFixture;
    beforeAll(async () => {
      fixture = await ChargebackFixture.start(engine);
      await fixture.reset();
    }, 60_000);
    afterAll(() => fixture.stop());

    it('are of those that are finalized, and of no draft', async () => {
      await fixture.generate();
      expect(await told(fixture.events)).toEqual([]);
      const { row } = await fixture.finalized();
      const rows = await told(fixture.events);
      expect(rows).toMatchObject([
        {
          ...{ type: 'chargeback.finalized', organization: 'acme', at: row.finalized_at },
          data: { report_id: row.id, status: 'finalized', name: row.name },
        },
      ]);
      const { total_cost, allocated_cost, unallocated_cost } = rows[0]!.data as Record<
        string,
        number
      >;
      expect(total_cost).toBeCloseTo((allocated_cost ?? 0) + (unallocated_cost ?? 0), 2);
    });
  });
});
