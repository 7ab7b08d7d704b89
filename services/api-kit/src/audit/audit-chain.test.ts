import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countEntries, listEntries, newestFirst, oldestFirst } from './audit-reader.ts';
import { startKitDatabase, type KitDatabase } from '../testing/kit-database.ts';
import { draftOf, emptyAuditLog } from './testing/audit-log.ts';
import { hashOf, type AuditEntry } from './audit-entry.ts';
import { AuditChain } from './audit-chain.ts';
import { newCheckpointKey, signCheckpoint } from './checkpoint.ts';
import { listCheckpoints } from './checkpoint-store.ts';
import { verifyChain } from './verify-chain.ts';

const NOVEMBER = Date.UTC(2026, 10, 21, 12);

describe.each(testEngines())('the audit chain on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: KitDatabase;
    let stop: () => Promise<void>;
    let clock: ManualClock;
    let chain: AuditChain;

    beforeAll(async () => {
      ({ database, stop } = await startKitDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });
    beforeEach(async () => {
      clock = new ManualClock(NOVEMBER);
      chain = new AuditChain({ database, clock });
      await emptyAuditLog(database);
    });

    const verify = async () =>
      await verifyChain({
        checkpoints: await listCheckpoints(database.kysely),
        entries: oldestFirst(database.kysely),
        isOurs: () => true,
      });

    it('holds what was recorded, newest first, and verifies', async () => {
      const changes = { before: null, after: { z: 1, a: ['é', 1.5e300, null] } };
      await chain.record([draftOf({ action: 'create', changes }), draftOf()]);
      clock.jump(1000);
      await chain.record([draftOf({ action: 'delete' })]);
      const entries = await listEntries(database.kysely, {}, { limit: 10 });
      expect(entries.map(({ seq, action }) => [seq, action])).toEqual([
        [3, 'delete'],
        [2, 'update'],
        [1, 'create'],
      ]);
      expect(entries[2]).toMatchObject({ changes, timestamp: '2026-11-21T12:00:00.000Z' });
      expect(await verify()).toMatchObject({ valid: true, entries: 3, broken: null });
    });

    it.each(['key_id', 'organization_uid'] as const)(
      'covers the %s that an entry has, and verifies entries that have none',
      async (field) => {
        await chain.record([draftOf(), draftOf({ [field]: 'notebook' }), draftOf()]);
        const [, having, without] = await listEntries(database.kysely, {}, { limit: 3 });
        expect([having?.[field], without?.[field]]).toEqual(['notebook', null]);
        expect(await verify()).toMatchObject({ valid: true, entries: 3 });
        const hashOfOld = (entry: AuditEntry): string => {
          const { hash: _, prev_hash, key_id: _key, organization_uid: _uid, ...fields } = entry;
          return sha256(prev_hash + canonicalJson(fields));
        };
        expect(without && hashOfOld(without)).toBe(without?.hash);
        expect(having && hashOf({ ...having, [field]: null })).not.toBe(having?.hash);
        expect(without && hashOf({ ...without, [field]: 'x' })).not.toBe(without?.hash);
      },
    );

    it('is one chain, however many write at once on several replicas', async () => {
      const other = new AuditChain({ database, clock });
      const writers = Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? chain : other).record([draftOf({ resource_id: `m-${n}` })]),
      );
      await Promise.all(writers);
      expect(await verify()).toMatchObject({ valid: true, entries: 40, last_seq: 40 });
    });

    it('leaves nothing of work that fails', async () => {
      await chain.record([draftOf()]);
      const failing = chain.write(async ({ append }) => {
        await append([draftOf()]);
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await verify()).toMatchObject({ valid: true, entries: 1 });
    });

    it('goes on into a month that nobody prepared, and does not go back with the clock', async () => {
      await chain.record([draftOf()]);
      clock.jump(100 * 86_400_000);
      await chain.record([draftOf()]);
      clock.jump(-90 * 86_400_000);
      await chain.record([draftOf()]);
      const entries = await listEntries(database.kysely, {}, { limit: 10 });
      expect(entries.map(({ timestamp }) => timestamp)).toEqual([
        '2027-03-01T12:00:00.000Z',
        '2027-03-01T12:00:00.000Z',
        '2026-11-21T12:00:00.000Z',
      ]);
      expect(await verify()).toMatchObject({ valid: true });
    });

    it('keeps texts that no column could hold', async () => {
      const changes = { before: null, after: { text: 'a\0b' } };
      await chain.record([
        draftOf({ resource_id: 'a\0b\ud800', request_id: 'x'.repeat(5000), changes }),
      ]);
      const [entry] = await listEntries(database.kysely, {}, { limit: 1 });
      expect(entry).toMatchObject({ resource_id: 'a\uFFFDb\uFFFD', changes });
      expect(await verify()).toMatchObject({ valid: true });
    });

    it.each([
      'update kit.audit_entries set user_id = null',
      'delete from kit.audit_entries',
      'truncate kit.audit_entries',
      'drop table kit.audit_entries_2026_11',
      'update kit.audit_checkpoints set seq = 9',
      'delete from kit.audit_checkpoints',
    ])('refuses the service: %s', async (statement) => {
      await chain.record([draftOf()]);
      await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow(
        /permission denied|must be owner/,
      );
    });

    it.each([
      'update kit.audit_entries set user_id = null',
      'delete from kit.audit_entries',
      'truncate kit.audit_entries',
      'truncate kit.audit_entries_2026_11',
    ])('refuses even the owner: %s', async (statement) => {
      await chain.record([draftOf()]);
      await expect(database.asOwner((owner) => sql.raw(statement).execute(owner))).rejects.toThrow(
        /append-only/,
      );
    });

    const forge = async (statement: string) => {
      await database.asOwner(async (owner) => {
        await sql.raw('alter table kit.audit_entries disable trigger user').execute(owner);
        await sql.raw(statement).execute(owner);
        await sql.raw('alter table kit.audit_entries enable trigger user').execute(owner);
      });
    };

    it.each([
      [
        `update kit.audit_entries set user_id = 'eve' where seq = 2`,
        2,
        'its contents were changed',
      ],
      [`update kit.audit_entries set changes = '{}' where seq = 3`, 3, 'its contents were changed'],
      [`delete from kit.audit_entries where seq = 2`, 3, 'the entries from 2 to 2 are missing'],
      [`delete from kit.audit_entries where seq < 3`, 3, 'the entries from 1 to 2 are missing'],
      [
        `update kit.audit_entries set at = at + interval '1 second' where seq = 1`,
        1,
        'its contents were changed',
      ],
    ])('names the first broken entry after: %s', async (statement, seq, reason) => {
      await chain.record(Array.from({ length: 5 }, () => draftOf()));
      await forge(statement);
      expect(await verify()).toMatchObject({ valid: false, broken: { seq, reason } });
    });

    it('shows by a signed checkpoint that its end was cut off', async () => {
      await chain.record(Array.from({ length: 5 }, () => draftOf()));
      const last = (await listEntries(database.kysely, {}, { limit: 1 }))[0]!;
      const at = last.timestamp;
      const anchor = { seq: 5, purpose: 'anchor', hash: last.hash, at, created_at: at } as const;
      const checkpoints = [signCheckpoint(anchor, newCheckpointKey())];
      const look = () =>
        verifyChain({ checkpoints, entries: oldestFirst(database.kysely), isOurs: () => true });
      expect(await look()).toMatchObject({ valid: true });
      await forge('delete from kit.audit_entries where seq > 3');
      expect(await look()).toMatchObject({ broken: { seq: 4, id: null } });
      await chain.record([draftOf(), draftOf()]);
      const reason = 'it is not the entry that we signed';
      expect(await look()).toMatchObject({ broken: { seq: 5, reason } });
    });

    it('believes no checkpoint that another key signed', async () => {
      await chain.record([draftOf()]);
      const now = new Date(NOVEMBER).toISOString();
      const forged = signCheckpoint(
        { seq: 1, purpose: 'retention', hash: 'x', at: now, created_at: now },
        newCheckpointKey(),
      );
      const look = (checkpoint: typeof forged, isOurs: boolean) =>
        verifyChain({
          checkpoints: [checkpoint],
          entries: oldestFirst(database.kysely),
          isOurs: () => isOurs,
        });
      expect(await look(forged, false)).toMatchObject({ valid: false, broken: { seq: 1 } });
      const altered = { ...forged, hash: 'y' };
      expect(await look(altered, true)).toMatchObject({ valid: false, broken: { seq: 1 } });
      const senseless = { ...forged, public_key: 'x' };
      expect(await look(senseless, true)).toMatchObject({ valid: false });
    });

    it('finds entries by everything there is to ask for', async () => {
      await chain.record([
        draftOf({ resource_type: 'team', resource_id: 't' }),
        draftOf({ action: 'login', user_id: 'bob' }),
      ]);
      clock.jump(60_000);
      await chain.record([draftOf()]);
      const found = async (filter: object) =>
        (await listEntries(database.kysely, filter, { limit: 9 })).map(({ seq }) => seq);
      expect(await found({ resourceType: 'team', resourceId: 't' })).toEqual([1]);
      expect(await found({ action: 'login', userId: 'bob' })).toEqual([2]);
      expect(await found({ since: new Date(NOVEMBER + 1) })).toEqual([3]);
      expect(await found({ until: new Date(NOVEMBER + 1) })).toEqual([2, 1]);
      expect(await countEntries(database.kysely, { action: 'update' })).toBe(2);
    });

    it('is walked whole in both directions, page by page', async () => {
      await chain.record(Array.from({ length: 1_203 }, () => draftOf()));
      const down = await numbers(newestFirst(database.kysely, {}));
      const up = await numbers(oldestFirst(database.kysely));
      expect(up).toEqual(Array.from({ length: 1_203 }, (_, n) => n + 1));
      expect(down).toEqual(up.toReversed());
    });
  });
});

async function numbers(entries: AsyncIterable<AuditEntry>): Promise<number[]> {
  const found: number[] = [];
  for await (const { seq } of entries) found.push(seq);
  return found;
}
