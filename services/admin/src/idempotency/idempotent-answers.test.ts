import { randomBytes, randomUUID } from 'node:crypto';
import { testEngines } from '@aicp/common/database/testing/engines';
import { Problem } from '@aicp/common/errors/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../database/tables.ts';
import type { RouteContext } from '../http/route.ts';
import { KEPT_MS } from './idempotent-answers.ts';
import { MAX_ANSWER_BYTES } from './records/kept-answer.ts';
import { replicaOn } from './testing/replica.ts';
import { CALLER, problem, TwoReplicas } from './testing/two-replicas.ts';

const never = (): Promise<never> => new Promise(() => undefined);

describe.each(testEngines())('a request with an Idempotency-Key on $name', (engine) => {
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
      await two.store.complete({ id, holder: (await two.row())!.holder }, bytes.toString('base64'));
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
        ...{ status: 429, headers: { 'Retry-After': String(23 * 3600) } },
      });
      expect(two.made).toBe(2);
      const again = await two.send(narrow, two.create, { caller, key: 'first' });
      expect(again.headers).toMatchObject({ 'Idempotency-Replayed': 'true' });
      two.clock.jump(KEPT_MS - 3_600_000);
      expect((await two.send(narrow, two.create, { caller, key: 'third' })).status).toBe(201);
    });
  });
});
