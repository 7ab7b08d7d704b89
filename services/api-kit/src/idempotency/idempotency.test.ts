import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { testEngines } from '@aicp/common/database/testing/engines';
import { Problem } from '@aicp/common/errors/problem';
import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../route/route.ts';
import { startKitDatabase, type KitDatabase } from '../testing/kit-database.ts';
import { decide } from './decide.ts';
import { GuardedWrites } from './guarded-writes.ts';
import { IdempotencyKeeper } from './idempotency-keeper.ts';
import { KEPT_MS, LEASE_MS } from './idempotent-answers.ts';
import { RecordStore, type Held } from './records/record-store.ts';
import {
  keyedRequest,
  replicaOn,
  dead,
  handlerOf,
  randomAttempt,
  type Attempt,
  type World,
} from './testing/replicas.ts';

describe('decide', () => {
  const NOW = Date.UTC(2026, 10, 21, 12);
  const asked = { fingerprint: 'f', secretId: 's', nowMs: NOW };
  const known = {
    fingerprint: 'f',
    secret_id: 's',
    state: 'running',
    answer: null,
    lease_until: new Date(NOW + 1),
  } as const;
  const gone = { lease_until: new Date(NOW) };

  describe('a request whose key is known', () => {
    it.each([
      ['is waited for while the first is running', known, 'wait'],
      ['is waited for while the first writes', { ...known, state: 'writing' }, 'wait'],
      [
        'is waited for until the next look takes over what nobody runs',
        { ...known, ...gone },
        'wait',
      ],
      ['is answered the same', { ...known, state: 'done', answer: 'a' }, 'replay'],
      [
        'is refused where the first wrote and is gone',
        { ...known, ...gone, state: 'writing' },
        'unknown_end',
      ],
      ['is refused where the answer was too large', { ...known, state: 'done' }, 'not_kept'],
      ['is refused where it is another one', { ...known, fingerprint: 'g' }, 'other_request'],
      [
        'is refused where it is another one of one that is done',
        { ...known, fingerprint: 'g', state: 'done', answer: 'a' },
        'other_request',
      ],
      [
        'is refused where the secret was replaced',
        { ...known, fingerprint: 'g', secret_id: 't' },
        'unreadable',
      ],
    ] as const)('%s', (_, record, wanted) => {
      const verdict = decide(record, asked);
      expect(verdict.type === 'refuse' ? verdict.refusal : verdict.type).toBe(wanted);
    });
  });
});

describe('guarded writes', () => {
  /** A store that answers these, one after another. */
  function guarded(...answers: (boolean | Error)[]) {
    let asked = 0;
    const store = {
      beginWriting: async () => {
        const answer = answers[asked];
        asked += 1;
        if (answer instanceof Error) throw answer;
        return await Promise.resolve(answer === true);
      },
    };
    return { writes: new GuardedWrites(store, {} as Held), asked: () => asked };
  }

  it('writes that begin together ask for the right to write once', async () => {
    const { writes, asked } = guarded(true, false);
    await Promise.all([writes.begin(), writes.begin()]);
    await writes.begin();
    expect(asked()).toBe(1);
    expect(writes.hasWritten).toBe(true);
  });

  it('a write of a request that another replica has taken over does not begin', async () => {
    const { writes } = guarded(false);
    await expect(writes.begin()).rejects.toMatchObject({ status: 409 });
    expect(writes.hasWritten).toBe(false);
  });

  it('the right is asked for again where it could not be asked for', async () => {
    const { writes, asked } = guarded(new Error('away'), true);
    await expect(writes.begin()).rejects.toThrow('away');
    await writes.begin();
    expect(asked()).toBe(2);
  });
});

describe('idempotency keeper', () => {
  it('sweeps at the start and once an hour, sooner after the database was away, and says nothing of either', async () => {
    const clock = new ManualClock();
    const began = clock.now();
    const { log, entries } = recordingLog();
    const swept: number[] = [];
    let isAway = true;
    const sweep = (now: Date): Promise<number> => {
      swept.push((now.getTime() - began) / 60_000);
      return isAway ? Promise.reject(new DatabaseUnavailable('away')) : Promise.resolve(3);
    };
    const keeper = new IdempotencyKeeper({ store: { sweep }, clock, log });
    keeper.start();
    await settle();
    isAway = false;
    await clock.advance(130 * 60_000);
    expect(swept).toEqual([0, 1, 61, 121]);
    await keeper.stop();
    expect(entries.filter(({ level }) => level !== 'debug')).toEqual([]);
  });
});

describe('interleavings', () => {
  const NOW = Date.UTC(2026, 10, 21, 12);
  /** All attempts have come to their end by then. */
  const LATE_MS = 400_000;
  const STEP_MS = 1_000;

  /** A database that says how many of its queries are under way, so that the clock can wait for them. */
  class WatchedStore extends RecordStore {
    underWay = 0;

    override claim(...args: Parameters<RecordStore['claim']>) {
      return this.watched(super.claim(...args));
    }
    override find(...args: Parameters<RecordStore['find']>) {
      return this.watched(super.find(...args));
    }
    override countOf(...args: Parameters<RecordStore['countOf']>) {
      return this.watched(super.countOf(...args));
    }
    override beginWriting(...args: Parameters<RecordStore['beginWriting']>) {
      return this.watched(super.beginWriting(...args));
    }
    override complete(...args: Parameters<RecordStore['complete']>) {
      return this.watched(super.complete(...args));
    }
    override release(...args: Parameters<RecordStore['release']>) {
      return this.watched(super.release(...args));
    }

    private async watched<T>(query: Promise<T>): Promise<T> {
      this.underWay += 1;
      try {
        return await query;
      } finally {
        this.underWay -= 1;
      }
    }
  }

  /** The store of a replica that dies when it has its answer. */
  class DyingStore extends WatchedStore {
    override complete(): Promise<boolean> {
      return dead();
    }
  }

  type Outcome = { readonly answer: Answer } | { readonly error: unknown };

  describe.each(testEngines())('a request that is sent again and again on $name', (engine) => {
    describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
      let database: KitDatabase;
      let stop: () => Promise<void>;
      beforeAll(async () => {
        ({ database, stop } = await startKitDatabase(engine));
      });
      afterAll(async () => {
        await stop();
      });

      /** Sends the attempts to two replicas of one database, and lets the time pass; those of the dead have no outcome. */
      async function live(attempts: readonly Attempt[]) {
        const clock = new ManualClock(NOW);
        const world: World = { clock, writes: [] };
        const key = randomUUID();
        const stores = [0, 1].map(() => new WatchedStore({ database }));
        const dying = new DyingStore({ database });
        const all = [...stores, dying];
        const outcomes: Outcome[] = [];
        const send = async (attempt: Attempt): Promise<void> => {
          if (attempt.startMs > 0) await clock.sleep(attempt.startMs);
          const dies = attempt.fate === 'dies before its answer is kept';
          const replica = replicaOn(database, clock, {
            store: dies ? dying : stores[attempt.replica]!,
          });
          const request = keyedRequest({ key });
          outcomes.push(
            await replica.answer(request, 'caller key-1', handlerOf(attempt, world)).then(
              (answer) => ({ answer }),
              (error: unknown) => ({ error }),
            ),
          );
        };
        for (const attempt of attempts) void send(attempt);
        const isAtRest = (): boolean => all.every(({ underWay }) => underWay === 0);
        do {
          await clock.advance(STEP_MS);
          while (!isAtRest()) await clock.advance(0);
        } while (clock.sleeping > 0);
        clock.jump(NOW + LATE_MS - clock.now());
        const last = await replicaOn(database, clock)
          .answer(keyedRequest({ key }), 'caller key-1', handlerOf(CALM, world))
          .then(
            (answer): Outcome => ({ answer }),
            (error: unknown): Outcome => ({ error }),
          );
        return { world, outcomes, last };
      }

      it('has one effect at most, and one answer', async () => {
        const several = fc.array(randomAttempt, { minLength: 1, maxLength: 7 });
        await fc.assert(
          fc.asyncProperty(several, async (attempts) => {
            const { world, outcomes, last } = await live(attempts);
            expect(world.writes.length).toBeLessThanOrEqual(1);
            const all = [...outcomes, last];
            const answers = all.flatMap((one) => ('answer' in one ? [one.answer.body] : []));
            expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBeLessThanOrEqual(
              1,
            );
            // Whoever was answered is answered again, and nobody waits for the dead for ever.
            if (answers.length > 0) expect(last).toHaveProperty('answer.status', 201);
            else expect(last).toMatchObject({ error: { status: 409 } });
            const errors = outcomes.flatMap((one) => ('error' in one ? [one.error] : []));
            const odd = errors.filter((error) => !(error instanceof Problem));
            expect(odd.map((error) => (error as Error).message)).toEqual(
              odd.map(() => 'the answer went wrong'),
            );
          }),
          { numRuns: 20 },
        );
      }, 120_000);

      it('is lived through by attempts that really meet', async () => {
        const attempt = (changes: Partial<Attempt>): Attempt => ({ ...CALM, ...changes });
        const { world, outcomes } = await live([
          attempt({ fate: 'dies before it writes' }),
          attempt({ replica: 1, startMs: LEASE_MS, beforeWriteMs: LEASE_MS + 1_000 }),
          attempt({ startMs: 2 * LEASE_MS, afterWriteMs: 1_000 }),
          attempt({ replica: 1, startMs: 2 * LEASE_MS + 500 }),
        ]);
        expect(world.writes.map(({ startMs }) => startMs)).toEqual([2 * LEASE_MS]);
        const told = outcomes.map((one) =>
          'answer' in one ? one.answer.status : (one.error as Problem).status,
        );
        expect(told.toSorted()).toEqual([201, 201, 409]);
        expect(LATE_MS).toBeLessThan(KEPT_MS);
      });
    });
  });

  const CALM: Attempt = { replica: 0, startMs: 0, beforeWriteMs: 0, afterWriteMs: 0, fate: 'ok' };
});
