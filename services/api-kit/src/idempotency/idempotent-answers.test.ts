import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { testEngines } from '@aicp/common/database/testing/engines';
import { Problem } from '@aicp/common/errors/problem';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RouteContext } from '../route/route.ts';
import { startKitDatabase, type KitDatabase } from '../testing/kit-database.ts';
import { KEPT_MS, LEASE_MS, MAX_ANSWER_BYTES } from './idempotent-answers.ts';
import { RecordStore } from './records/record-store.ts';
import { replicaOn, CALLER, NOW, TwoReplicas, problem } from './testing/replicas.ts';

describe.each(testEngines())('idempotent answers on $name', (engine) => {
  const never = (): Promise<never> => new Promise(() => undefined);

  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: KitDatabase;
    let stop: () => Promise<void>;
    let two: TwoReplicas;

    beforeAll(async () => {
      ({ database, stop } = await startKitDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });
    beforeEach(() => {
      two = new TwoReplicas(database);
    });

    describe('a request with an Idempotency-Key', () => {
      it('is done once and answered the same, secret and headers included, at whatever replica', async () => {
        const first = await two.send(two.one);
        const again = [await two.send(two.one), await two.send(two.other)];
        expect(two.made).toBe(1);
        expect(first.headers).toEqual({ ETag: '"1"' });
        const headers = { ETag: '"1"', 'Idempotency-Replayed': 'true' };
        for (const answer of again) expect(answer).toEqual({ ...first, headers });
      });

      it('is run as often as it is sent where it has no key', async () => {
        for (const replica of [two.one, two.other])
          await two.send(replica, two.create, { key: undefined });
        expect(two.made).toBe(2);
      });

      it('leaves no secret in the database, and nothing that tells of one', async () => {
        await two.send(two.one);
        const text = JSON.stringify(await two.row());
        expect(text).not.toContain('aicp_');
        expect(text).not.toContain(two.key);
        expect(text).not.toContain(CALLER);
      });

      it('counts for its caller alone', async () => {
        const first = await two.send(two.one);
        const second = await two.send(two.one, two.create, { caller: 'caller key-2' });
        expect(two.made).toBe(2);
        expect(second.body).not.toEqual(first.body);
        expect(second.headers).toEqual({ ETag: '"1"' });
      });

      it.each([
        ['body', { body: '{"name":"b"}' }],
        ['path', { url: '/api/v1/models' }],
        ['query', { url: '/api/v1/teams?wait=true' }],
        ['role', { role: 'team_admin' }],
      ] as const)(
        'is refused with another %s, whether the first is done or running',
        async (_, changes) => {
          await two.begin(never);
          await expect(two.send(two.other, two.create, changes)).rejects.toThrow(
            problem(422, 'another request'),
          );
          two.key = randomUUID();
          await two.send(two.one);
          await expect(two.send(two.other, two.create, changes)).rejects.toThrow(
            problem(422, 'another request'),
          );
        },
      );

      it('is run again where it was refused', async () => {
        const refuse = () => Promise.reject(new Problem(422, 'The name is too long.'));
        await expect(two.send(two.one, refuse)).rejects.toThrow('too long');
        await expect(two.send(two.one, () => Promise.resolve({ status: 409 }))).resolves.toEqual({
          status: 409,
        });
        expect(await two.row()).toBeUndefined();
        expect((await two.send(two.other, two.create, { body: '{"name":"b"}' })).status).toBe(201);
      });

      it('is run again where its write was refused', async () => {
        const refused = async ({ writes }: RouteContext) => {
          await writes?.begin();
          writes?.refused();
          throw new Problem(409, 'The name is taken.');
        };
        await expect(two.send(two.one, refused)).rejects.toThrow('taken');
        expect((await two.send(two.one)).status).toBe(201);
      });

      it('counts for 24 hours, before any sweep, and is removed by one', async () => {
        await two.send(two.one);
        two.clock.jump(KEPT_MS - 1);
        expect((await two.send(two.one)).headers).toMatchObject({ 'Idempotency-Replayed': 'true' });
        two.clock.jump(1);
        expect((await two.send(two.one, two.create, { body: '{}' })).body).toMatchObject({ id: 2 });
        two.clock.jump(KEPT_MS - 1);
        await two.store.sweep(new Date(two.clock.now()));
        expect(await two.row()).toBeDefined();
        two.clock.jump(1);
        await two.store.sweep(new Date(two.clock.now()));
        expect(await two.row()).toBeUndefined();
      });

      it('is told to look where the answer was too large to keep', async () => {
        const large = async (context: RouteContext) => {
          await two.create(context);
          return { status: 201, body: 'x'.repeat(MAX_ANSWER_BYTES) };
        };
        expect((await two.send(two.one, large)).status).toBe(201);
        await expect(two.send(two.one, large)).rejects.toThrow(problem(409, 'too large to keep'));
        expect(two.made).toBe(1);
        two.key = randomUUID();
        const nearly = { status: 200, body: 'x'.repeat(MAX_ANSWER_BYTES - 100) };
        await two.send(two.one, () => Promise.resolve(nearly));
        expect((await two.send(two.other)).body).toBe(nearly.body);
      });

      it('is never run again where the Secret was replaced', async () => {
        await two.send(two.one);
        const bytes = randomBytes(32);
        const renewed = replicaOn(database, two.clock, {
          secret: { current: () => Promise.resolve({ id: 'secret-2', bytes }) },
        });
        await expect(two.send(renewed)).rejects.toThrow(problem(409, 'was replaced'));
        expect(two.made).toBe(1);
      });

      it('is never run again where what was kept was changed', async () => {
        await two.send(two.one);
        const { id, answer } = (await two.row())!;
        const bytes = Buffer.from(answer!, 'base64');
        bytes[20]! ^= 1;
        await two.store.complete(
          { id, holder: (await two.row())!.holder },
          bytes.toString('base64'),
        );
        await expect(two.send(two.one)).rejects.toThrow(problem(409, 'cannot be read'));
        expect(two.made).toBe(1);
      });

      it('is remembered so often for a caller, and no older one is forgotten for it', async () => {
        const caller = `caller ${randomUUID()}`;
        const narrow = replicaOn(database, two.clock, { mostKept: 2 });
        const keys = ['first', 'second', 'third'];
        for (const each of keys.slice(0, 2))
          await two.send(narrow, two.create, { caller, key: each });
        two.clock.jump(3_600_000);
        await expect(two.send(narrow, two.create, { caller, key: 'third' })).rejects.toMatchObject({
          status: 429,
          headers: { 'Retry-After': String(23 * 3600) },
        });
        expect(two.made).toBe(2);
        const again = await two.send(narrow, two.create, { caller, key: 'first' });
        expect(again.headers).toMatchObject({ 'Idempotency-Replayed': 'true' });
        two.clock.jump(KEPT_MS - 3_600_000);
        expect((await two.send(narrow, two.create, { caller, key: 'third' })).status).toBe(201);
      });
    });

    describe('a request that meets another one of its key, or a failure', () => {
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
          status: 409,
          headers: { 'Retry-After': '2' },
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
  });
});
