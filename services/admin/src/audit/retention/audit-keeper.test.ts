import { testEngines } from '@aicp/common/database/testing/engines';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminDatabase } from '../../database/tables.ts';
import { AuditChain } from '../chain/audit-chain.ts';
import { CheckpointKeys } from '../chain/checkpoint-keys.ts';
import { listCheckpoints } from '../chain/checkpoint-store.ts';
import { listMonths } from '../chain/months.ts';
import { verifyDatabase } from '../chain/verify-database.ts';
import { listEntries } from '../reading/audit-reader.ts';
import { SecurityEventLog } from '../security-events.ts';
import { draftOf, startAdminDatabase } from '../testing/audit-database.ts';
import { AuditKeeper } from './audit-keeper.ts';

const JANUARY = Date.UTC(2026, 0, 15);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

describe.each(testEngines())('the audit log, kept for 60 days, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    const clock = new ManualClock(JANUARY);
    const { log, entries } = recordingLog();
    const api = new FakeKubernetes();
    const keys = new CheckpointKeys({ api, namespace: 'aicp' });
    let chain: AuditChain;
    let keeper: AuditKeeper;

    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
      chain = new AuditChain({ database, clock });
      const securityEvents = new SecurityEventLog({ chain, log });
      const retentionDays = () => 60;
      keeper = new AuditKeeper({
        ...{ database, chain, keys, securityEvents, retentionDays, clock, log },
      });
      keeper.start();
    });
    afterAll(async () => {
      await keeper.stop();
      await stop();
    });

    const ourKey = async () => (await keys.current()).x;
    const verify = async () => await verifyDatabase(database.kysely, ourKey);
    const passes = async (days: number): Promise<void> => {
      const { length } = entries;
      clock.jump(days * DAY_MS);
      // The keeper looks once a minute, and may be at work on a database that no clock of ours moves.
      const looked = async (): Promise<number> => {
        await clock.advance(MINUTE_MS);
        return entries.length;
      };
      await expect.poll(looked, { timeout: 20_000 }).toBeGreaterThan(length);
    };

    it('drops months whose last day is over, and still verifies from there on', async () => {
      await chain.record([draftOf(), draftOf()]);
      clock.jump(30 * DAY_MS);
      await chain.record([draftOf(), draftOf()]);
      expect(await verify()).toMatchObject({ valid: true, entries: 4, dropped_up_to: 0 });
      // 4 April: January ended 63 days ago, February 35.
      await passes(49);
      expect(await verify()).toMatchObject({
        ...{ valid: true, entries: 2, first_seq: 3, dropped_up_to: 2 },
      });
      expect((await listMonths(database.kysely))[0]).toEqual(new Date(Date.UTC(2026, 1, 1)));
      expect(entries.at(-1)).toMatchObject({ event: 'audit_months_dropped', months: 1, days: 60 });
    });

    it('goes on where it ended when nothing of it is left', async () => {
      await passes(120);
      expect(await listEntries(database.kysely, {}, { limit: 9 })).toEqual([]);
      expect(await verify()).toMatchObject({ valid: true, entries: 0, dropped_up_to: 4 });
      await chain.record([draftOf()]);
      expect(await verify()).toMatchObject({ valid: true, entries: 1, first_seq: 5 });
    });

    it('shows what went missing besides, and a checkpoint of another’s', async () => {
      await chain.record([draftOf()]);
      await database.asOwner(async (owner) => {
        await sql`alter table admin.audit_entries disable trigger user`.execute(owner);
        await sql`delete from admin.audit_entries where seq = 5`.execute(owner);
        await sql`alter table admin.audit_entries enable trigger user`.execute(owner);
      });
      expect(await verify()).toMatchObject({
        broken: { seq: 6, reason: 'the entries from 5 to 5 are missing' },
      });
      const look = await verifyDatabase(database.kysely, () => Promise.resolve('another key'));
      expect(look.broken?.reason).toBe('its checkpoint is not signed by our key');
    });

    it('signs its end by the hour, with one key that all replicas share', async () => {
      const replica = new CheckpointKeys({ api, namespace: 'aicp' });
      expect((await replica.current()).x).toBe(await ourKey());
      const checkpoints = await listCheckpoints(database.kysely);
      expect(new Set(checkpoints.map(({ purpose }) => purpose))).toEqual(
        new Set(['anchor', 'retention']),
      );
      expect(checkpoints.every(({ signature }) => signature.length > 80)).toBe(true);
    });
  });
});
