import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { contextOf } from '@aicp/api-kit/route/testing/route-context';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { EventType } from '@aicp/contracts/checks/event-types';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminTables } from '../../database/tables.ts';
import { somebody } from '../../resources/testing/resource-fixture.ts';
import type { MetricStanding, Standing } from '../evaluation/standing.ts';
import { startSlaHome, type SlaHome } from '../testing/sla-home.ts';
import { ViolationKeeper } from './violation-keeper.ts';
import { ViolationStore } from './violation-store.ts';

const NOON = Date.UTC(2026, 10, 24, 12);
const EVERY_MS = 30_000;

const stateOf = (actual: number | undefined): MetricStanding['state'] => {
  if (actual === undefined) return 'unknown';
  return actual > 400 ? 'violated' : 'met';
};

const standing = (
  actual: number | undefined,
  { name = 'fast', organization }: { name?: string; organization?: string } = {},
): Standing => {
  const metric: MetricStanding = {
    metric: 'p95_ms',
    value: 400,
    state: stateOf(actual),
    actual,
    isClear: actual !== undefined && actual < 360,
    severity: 'warning',
    burnRates: new Map(),
    burning: [],
    budgetLeft: undefined,
  };
  return {
    objective: {
      ...{ kind: 'SLADefinition', uid: `uid-${name}`, name, organization },
      organizationUid: organization === undefined ? undefined : `uid-${organization}`,
      ...{ provider: 'openai', models: ['gpt-4o'], windowMinutes: 1 },
      targets: [{ metric: 'p95_ms', value: 400 }],
      ...{ alertChannels: ['on-call'], isShared: false, sinceMs: 0 },
      modelsSinceMs: new Map(),
    },
    models: [{ model: 'gpt-4o', requests: 100, measured: {}, metrics: [metric] }],
  };
};

describe.each(testEngines())('violations on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: SlaHome;
    let keepers: readonly ViolationKeeper[];
    let store: ViolationStore;
    const clock = new ManualClock(NOON);

    beforeAll(async () => {
      home = await startSlaHome(engine);
      const database = home.admin;
      keepers = [new ViolationKeeper(database), new ViolationKeeper(database)];
      const chain = new AuditChain<AdminTables>({ database, clock });
      store = new ViolationStore({ database, chain, clock });
    }, 60_000);
    afterAll(() => home.stop());

    const apply = async (...standings: Standing[]) => {
      clock.jump(EVERY_MS);
      // As if two replicas took each other for gone.
      for (const keeper of keepers) await keeper.apply(standings, clock.now());
    };
    const events = async () => {
      const rows = await home.outbox.kysely
        .selectFrom('event')
        .selectAll()
        .orderBy('written_at')
        .orderBy('type', 'desc')
        .execute();
      for (const { type, data } of rows) {
        const schema = EVENT_CATALOG[type as EventType].data.strict();
        expect(schema.safeParse(data).error?.message, type).toBeUndefined();
      }
      return rows.map(({ type, organization, only_to, data }) => ({
        ...{ type, organization, only_to, data },
      }));
    };
    const all = async (slaId: string) =>
      await store.page(undefined, { slaId }, { limit: 10, before: undefined });

    it('are opened once and resolved once, with an event each, by however many replicas', async () => {
      await apply(standing(100));
      await apply(standing(900));
      await apply(standing(1_000));
      const [open] = await all('fast');
      expect(open).toMatchObject({ status: 'open', actual: 1_000, worst: 1_000, target: 400 });
      await apply(standing(undefined));
      await apply(standing(300));
      await apply(standing(300));
      const [resolved, ...others] = await all('fast');
      expect(others).toEqual([]);
      expect(resolved).toMatchObject({ status: 'resolved', resolution: 'recovered', worst: 1_000 });
      const told = await events();
      expect(told.map(({ type }) => type)).toEqual(['sla.violation', 'sla.resolved']);
      expect(told[0]).toMatchObject({
        ...{ organization: '', only_to: ['on-call'] },
        data: {
          ...{ id: open!.id, incident: open!.id, sla_id: 'fast', metric: 'p95_ms' },
          ...{ provider: 'openai', model: 'gpt-4o', target: 400, actual: 900 },
          ...{ severity: 'warning', status: 'open', resolved_at: null },
        },
      });
      expect(told[1]!.data).toMatchObject({ incident: open!.id, status: 'resolved', actual: 300 });
    });

    it('end with what was promised', async () => {
      await apply(standing(900, { name: 'short-lived' }));
      await apply();
      expect(await all('short-lived')).toMatchObject([{ status: 'resolved', resolution: 'gone' }]);
    });

    it('are acknowledged and resolved by people, and then open again only after they were good', async () => {
      const name = 'by-hand';
      const context = { ...contextOf(somebody('platform_admin')), dryRun: false };
      await apply(standing(900, { name }));
      const { id } = (await all(name))[0]!;
      expect(await store.acknowledge(undefined, id, context)).toMatchObject({
        ...{ status: 'acknowledged', acknowledged_by: 'a-platform_admin' },
      });
      const later = { ...contextOf(somebody('org_admin')), dryRun: false };
      expect(await store.acknowledge(undefined, id, later)).toMatchObject({
        acknowledged_by: 'a-platform_admin',
      });
      await apply(standing(950, { name }));
      expect(await all(name)).toMatchObject([{ status: 'acknowledged', actual: 950 }]);
      expect(await store.resolve(undefined, id, context)).toMatchObject({ resolution: 'by_hand' });
      await expect(store.resolve(undefined, id, context)).rejects.toMatchObject({ status: 409 });
      await apply(standing(950, { name }));
      expect(await all(name)).toHaveLength(1);
      await apply(standing(390, { name }));
      await apply(standing(950, { name }));
      expect(await all(name)).toMatchObject([{ status: 'open' }, { status: 'resolved' }]);
    });

    it('are told to their organization alone', async () => {
      await apply(standing(900, { name: 'theirs', organization: 'acme' }));
      const found = async (organization: string, organizationUid: string) =>
        (
          await store.page({ organization, organizationUid }, {}, { limit: 10, before: undefined })
        ).map((row) => row.sla_id);
      expect(await found('acme', 'uid-acme')).toEqual(['theirs']);
      expect(await found('acme', 'uid-of-a-later-acme')).toEqual([]);
      expect(await found('globex', 'uid-globex')).toEqual([]);
      const own = (await events()).filter(({ organization }) => organization === 'acme');
      expect(own.map(({ type }) => type)).toEqual(['sla.violation']);
      const { id } = (await all('theirs'))[0]!;
      const reach = { organization: 'globex', organizationUid: 'uid-globex' };
      const context = { ...contextOf(somebody('org_admin')), dryRun: false };
      await expect(store.acknowledge(reach, id, context)).rejects.toMatchObject({ status: 404 });
    });
  });
});
