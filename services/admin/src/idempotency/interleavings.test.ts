import { randomUUID } from 'node:crypto';
import { testEngines } from '@aicp/common/database/testing/engines';
import { Problem } from '@aicp/common/errors/problem';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../database/tables.ts';
import type { Answer } from '../http/route.ts';
import { KEPT_MS, LEASE_MS } from './idempotent-answers.ts';
import { RecordStore } from './records/record-store.ts';
import { keyedRequest } from './testing/keyed-request.ts';
import {
  dead,
  handlerOf,
  randomAttempt,
  type Attempt,
  type World,
} from './testing/random-attempt.ts';
import { replicaOn } from './testing/replica.ts';

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
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
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
          expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBeLessThanOrEqual(1);
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
