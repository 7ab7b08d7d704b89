import { DatabaseUnavailable } from '@aicp/common/database/database-unavailable';
import { testEngines } from '@aicp/common/database/testing/engines';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../database/tables.ts';
import type { RouteContext } from '../http/route.ts';
import { LEASE_MS } from './idempotent-answers.ts';
import { RecordStore } from './records/record-store.ts';
import { replicaOn } from './testing/replica.ts';
import { NOW, problem, TwoReplicas } from './testing/two-replicas.ts';

const never = (): Promise<never> => new Promise(() => undefined);

describe.each(testEngines())(
  'a request that meets another one of its key, or a failure, on $name',
  (engine) => {
    describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
      let database: AdminDatabase;
      let stop: () => Promise<void>;
      let two: TwoReplicas;

      beforeAll(async () => {
        ({ database, stop } = await startAdminDatabase(engine));
      });
      afterAll(async () => {
        await stop();
      });
      beforeEach(() => {
        two = new TwoReplicas(database);
      });

      it('waits for the first, and answers its answer', async () => {
        const first = await two.begin(two.create);
        const second = two.send(two.other);
        await until('the second waits', () => two.clock.sleeping > 0);
        first.finish();
        expect((await first.answer).body).toEqual({ id: 1, key: 'aicp_1' });
        await two.clock.advance(100);
        expect((await second).headers).toMatchObject({ 'Idempotency-Replayed': 'true' });
        expect(two.made).toBe(1);
      });

      it('is asked to come again where the first takes longer than two seconds', async () => {
        await two.begin(never);
        await expect(two.sendAndWait(two.other)).rejects.toMatchObject({
          ...{ status: 409, headers: { 'Retry-After': '2' } },
        });
        expect(two.clock.now() - NOW).toBeLessThanOrEqual(2_500);
      });

      it('is not run again where it failed after a write, but sent to look', async () => {
        const broken = async (context: RouteContext) => {
          await two.create(context);
          throw new Error('the answer went wrong');
        };
        await expect(two.send(two.one, broken)).rejects.toThrow('went wrong');
        await expect(two.send(two.other)).rejects.toThrow(problem(409, 'look whether it was done'));
        two.clock.jump(LEASE_MS);
        await expect(two.send(two.other)).rejects.toThrow(problem(409, 'look whether it was done'));
        expect(two.made).toBe(1);
      });

      it('is taken over from a replica that died before it wrote, after its lease', async () => {
        await two.begin(never);
        two.clock.jump(LEASE_MS - 5_000);
        await expect(two.sendAndWait(two.other)).rejects.toThrow(problem(409, 'is running'));
        two.clock.jump(5_000);
        expect((await two.send(two.other)).status).toBe(201);
        expect(two.made).toBe(1);
      });

      it('is never taken over from a replica that died after it began to write', async () => {
        two
          .send(two.one, async (context) => {
            await two.create(context);
            return await never();
          })
          .catch(() => undefined);
        await until('it wrote', () => two.made === 1);
        await expect(two.sendAndWait(two.other)).rejects.toThrow(problem(409, 'is running'));
        two.clock.jump(LEASE_MS);
        await expect(two.send(two.other)).rejects.toThrow(problem(409, 'look whether it was done'));
        expect(two.made).toBe(1);
      });

      it('does not write where it was stopped for longer than its lease and lost the request', async () => {
        const first = await two.begin(two.create);
        two.clock.jump(LEASE_MS);
        const answer = await two.send(two.other);
        first.finish();
        await expect(first.answer).rejects.toThrow(problem(409, 'is running'));
        expect(two.made).toBe(1);
        expect((await two.send(two.one)).body).toEqual(answer.body);
      });

      it('is answered though the database goes away after the write; a repeat is sent to look', async () => {
        const leaving = new RecordStore({ database });
        leaving.complete = () => Promise.reject(new DatabaseUnavailable('away'));
        const replica = replicaOn(database, two.clock, { store: leaving });
        expect((await two.send(replica)).body).toMatchObject({ key: 'aicp_1' });
        two.clock.jump(LEASE_MS);
        await expect(two.send(two.other)).rejects.toThrow(problem(409, 'look whether it was done'));
        expect(two.made).toBe(1);
      });

      it('is not run while the database is away', async () => {
        const away = new RecordStore({ database });
        away.claim = () => Promise.reject(new DatabaseUnavailable('away'));
        const replica = replicaOn(database, two.clock, { store: away });
        await expect(two.send(replica)).rejects.toBeInstanceOf(DatabaseUnavailable);
        expect((await two.send(replica, two.create, { key: undefined })).status).toBe(201);
        expect(two.made).toBe(1);
      });
      it('gives one answer where two ran what changes nothing', async () => {
        const first = await two.begin(() => Promise.resolve({ status: 200, body: 'late' }));
        two.clock.jump(LEASE_MS);
        await two.send(two.other, () => Promise.resolve({ status: 200, body: 'early' }));
        first.finish();
        await expect(first.answer).rejects.toThrow(problem(409, 'is running'));
      });
    });
  },
);
