import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { RecordingGuard } from '@aicp/api-kit/idempotency/testing/stand-ins';
import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it, afterAll, beforeAll } from 'vitest';
import { startAdminDatabase } from '../../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../../database/tables.ts';
import { contextOf, somebody, resourceFixture } from '../../resources/testing/resource-fixture.ts';
import { AccessKeeper, type AccessKeeperOptions } from './grants.ts';
import type { AccessRequest } from './access-requests-table.ts';
import { createModelAccess } from './create-model-access.ts';
import { RequestStore } from './request-store.ts';
import { requestBody } from './request-target.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const rowOf = (): AccessRequest => ({
  id: uuidV7(NOW),
  created_at: new Date(NOW),
  requested_by: 'ada',
  user_id: 'ada',
  requested_by_key: null,
  organization_id: 'acme',
  organization_uid: 'uid-acme',
  team_id: null,
  key_id: null,
  tier_id: 'premium',
  justification: null,
  duration_days: null,
  status: 'pending',
  decided_by: null,
  decided_at: null,
  expires_at: null,
});

const [pglite] = testEngines();

describe('a change of a request for access', () => {
  it('is announced where it may be sent again, and said to have come to nothing where it has', async () => {
    const { database, stop } = await startAdminDatabase(pglite!);
    const clock = new ManualClock(NOW);
    const chain = new AuditChain({ database, clock });
    await chain.prepareMonths();
    const requests = new RequestStore({ database, chain });
    const writes = new RecordingGuard();
    const told = () => [writes.begun, writes.refusals];
    const context = contextOf(somebody('org_admin'), { writes });
    const row = rowOf();
    expect(await requests.insert(row, context)).toBe(true);
    expect(told()).toEqual([1, 0]);
    expect(await requests.insert(rowOf(), context)).toBe(false);
    expect(told()).toEqual([2, 1]);
    const step = { action: 'deny', to: 'denied' } as const;
    expect(await requests.move(row, step, context)).toMatchObject({ status: 'denied' });
    expect(told()).toEqual([3, 1]);
    expect(await requests.move(row, step, context)).toBeUndefined();
    expect(told()).toEqual([4, 2]);
    writes.refusal = new Error('lost');
    await expect(requests.insert(rowOf(), context)).rejects.toThrow('lost');
    expect(await requests.count({}, {})).toBe(1);
    await stop();
  });
});

const acme = { organizationUid: 'uid-acme' };
const withKey = (keyName: string) =>
  contextOf(somebody('member', { ...acme, subject: 'ada', keyName }));

describe.each(testEngines())('what a person asked for, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });

    it('is shown to the key that asked and to the person’s session, and to no other key that names the person', async () => {
      await using aicp = await resourceFixture();
      const clock = new ManualClock(0);
      const chain = new AuditChain({ database, clock });
      const { requests } = createModelAccess({
        database,
        chain,
        clock,
        store: aicp.store,
        services: aicp.services,
        log: recordingLog().log,
      });
      await aicp.put('Organization', 'acme', {}, { uid: 'uid-acme' });
      await aicp.put('AccessTier', 'premium', { requiresApproval: true });
      const body = requestBody.parse({ tier_id: 'premium', justification: 'not for everybody' });
      const row = await requests.ask(withKey('adas'), body);

      const { principal: claimed } = withKey('claimed');
      await expect(requests.get(claimed, row.id)).rejects.toMatchObject({ status: 404 });
      const page = { limit: 10, before: undefined };
      expect(await requests.list(claimed, {}, page)).toEqual({ rows: [], total: 0 });
      expect(await requests.get(withKey('adas').principal, row.id)).toEqual(row);
      const herself = somebody('member', { ...acme, kind: 'user', subject: 'ada' });
      expect(await requests.get(herself, row.id)).toEqual(row);
    });
  });
});

it('holds requests and grants against each other, also while a grant cannot be removed', async () => {
  let compared = 0;
  const requests = {
    due: () => Promise.resolve([{ id: 'r', tier_id: 'premium' }]),
    approved: () => {
      compared += 1;
      return Promise.resolve([]);
    },
  } as unknown as AccessKeeperOptions['requests'];
  const grants = {
    take: () => Promise.reject(new Error('not now')),
    list: () => [],
  } as unknown as AccessKeeperOptions['grants'];
  const clock = new ManualClock(0);
  const { log, entries } = recordingLog();
  const keeper = new AccessKeeper({ requests, grants, hasSynced: () => true, clock, log });
  keeper.start();
  await clock.advance(125_000);
  await keeper.stop();
  expect(compared).toBe(3);
  expect(entries.filter(({ level }) => level === 'warn')).toMatchObject([
    { event: 'access_not_kept', reason: 'not now' },
  ]);
});
