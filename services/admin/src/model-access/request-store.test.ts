import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { AuditChain } from '../audit/chain/audit-chain.ts';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import { RecordingGuard } from '../idempotency/testing/recording-guard.ts';
import { contextOf, somebody } from '../resources/testing/resource-fixture.ts';
import type { AccessRequest } from './access-requests-table.ts';
import { RequestStore } from './request-store.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const rowOf = (): AccessRequest => ({
  ...{ id: uuidV7(NOW), created_at: new Date(NOW), requested_by: 'ada', user_id: 'ada' },
  requested_by_key: null,
  ...{ organization_id: 'acme', organization_uid: 'uid-acme', team_id: null },
  ...{ tier_id: 'premium', justification: null, duration_days: null, status: 'pending' },
  ...{ decided_by: null, decided_at: null, expires_at: null },
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
