import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Replica } from '../../testing/delivering-replica.ts';
import type { Behaviour } from '../../testing/fake-budget.ts';
import { ROOMY } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';

const RUNS = 25;

async function withReplica(work: (replica: Replica) => Promise<void>): Promise<void> {
  await using directory = await temporaryDirectory();
  const replica = new Replica(directory.path);
  await work(replica);
  await replica.journal?.close();
}

const ended = async (replica: Replica, count: number): Promise<void> => {
  for (let one = 0; one < count; one += 1) await replica.begin();
  for (let one = 0; one < count; one += 1) replica.end();
  await replica.second();
};

describe('the outbox', () => {
  it('delivers what ended, in the order in which it ended, with its attempts, and nothing twice', () =>
    withReplica(async (replica) => {
      await replica.start();
      await ended(replica, 12);
      await replica.begin();
      await replica.second();
      await replica.deliverAll();
      const { budget } = replica;
      expect(budget.order).toEqual((await replica.facts()).map(({ usage }) => usage.id));
      expect(budget.batches.map(({ usage }) => usage.length)).toEqual([5, 5, 2]);
      expect(budget.attempts.size).toBe(12);
      expect(replica.outbox?.leftBytes).toBe(0);
    }));

  it('goes on where it was after a restart', () =>
    withReplica(async (replica) => {
      await replica.start();
      await ended(replica, 7);
      await replica.deliver('takes');
      await replica.kill();
      await replica.deliverAll();
      expect(replica.budget.batches.map(({ usage }) => usage.length)).toEqual([5, 2]);
    }));

  it('delivers all again where its cursor is torn, or of another journal', () =>
    withReplica(async (replica) => {
      await replica.start();
      await ended(replica, 7);
      for (const text of [undefined, '', '{"segment":900,"offset":7}']) {
        await replica.deliverAll();
        await replica.tearCursor(text);
        await replica.kill();
        replica.budget.batches.length = 0;
      }
      await replica.deliverAll();
      expect(replica.budget.batches.map(({ usage }) => usage.length)).toEqual([5, 2]);
      expect(replica.budget.usage.size).toBe(7);
    }));

  it('deletes what is delivered as soon as no limit of a day is counted from it', () =>
    withReplica(async (replica) => {
      replica.limits = { ...ROOMY, segmentBytes: 600 };
      await replica.start();
      for (let round = 0; round < 5; round += 1) await ended(replica, 5);
      const before = replica.disk.files.size;
      await replica.deliverAll();
      expect(replica.disk.files.size).toBe(before);
      replica.time += 30 * 3_600_000;
      await ended(replica, 5);
      await replica.deliverAll();
      await replica.second();
      expect(replica.disk.files.size).toBeLessThan(before);
      expect(replica.budget.usage.size).toBe(30);
      expect(replica.counts.summed).toBe(0);
    }));
});

describe('what the bound of the disk forces out', () => {
  it('is added up before, and delivered in sums, with the newest records after it', () =>
    withReplica(async (replica) => {
      replica.limits = { ...ROOMY, segmentBytes: 10_000, totalBytes: 30_000 };
      await replica.start();
      for (let round = 0; round < 20; round += 1) await ended(replica, 20);
      await replica.settled();
      expect(replica.counts.summed).toBeGreaterThan(200);
      const told = replica.logged.filter(({ event }) => event === 'usage_summed');
      const totalOf = (field: string) => told.reduce((sum, one) => sum + Number(one[field]), 0);
      expect(totalOf('requests')).toBe(replica.counts.summed);
      expect(totalOf('attempts')).toBe(replica.counts.summed);
      await replica.deliverAll();
      const { budget } = replica;
      expect(budget.requests).toBe(400);
      expect(budget.cost).toBe(400 * 5000);
      expect(budget.sums.size).toBeLessThan(25);
      expect([...budget.sums.values()][0]).toMatchObject({
        key: 'alice',
        team: 'research',
        model_served: 'small',
        provider: 'sim',
        source: 'provider',
        hour: '2026-09-21T14:00:00.000Z',
      });
      expect(replica.outbox?.leftBytes).toBe(0);
    }));

  it('counts once where it was delivered, and nobody said so', () =>
    withReplica(async (replica) => {
      replica.limits = { ...ROOMY, segmentBytes: 4000, totalBytes: 12_000 };
      await replica.start();
      await ended(replica, 12);
      await replica.deliver('takes and cuts');
      await replica.kill();
      for (let round = 0; round < 10; round += 1) await ended(replica, 10);
      await replica.deliverAll();
      expect(replica.counts.summed).toBeGreaterThan(0);
      expect(replica.budget.requests).toBe(112);
    }));

  it('stays where it cannot be kept, and is lost only when it must be', () =>
    withReplica(async (replica) => {
      replica.limits = { ...ROOMY, segmentBytes: 4000, totalBytes: 12_000 };
      await replica.start();
      await ended(replica, 5);
      await replica.deliver('cuts');
      const blocked = await replica.blockRemains();
      for (let round = 0; round < 3; round += 1) await ended(replica, 10);
      expect(await replica.hears('usage_not_kept')).toMatchObject({ lost: false });
      expect(replica.journal?.counts.lostBytes).toBe(0);
      await blocked.end();
      for (let round = 0; round < 5; round += 1) await ended(replica, 10);
      await replica.settled();
      await replica.deliverAll();
      expect(replica.budget.requests).toBe(85);
    }));
});

it('is lost where it cannot be kept for long, which is counted and told', () =>
  withReplica(async (replica) => {
    replica.limits = { ...ROOMY, segmentBytes: 4000, totalBytes: 12_000 };
    await replica.start();
    await ended(replica, 5);
    await replica.deliver('cuts');
    await replica.blockRemains();
    for (let round = 0; round < 8; round += 1) await ended(replica, 10);
    await replica.settled();
    const told = replica.logged.filter(({ event }) => event === 'usage_not_kept');
    // Where a segment ends decides whether the bound is passed a little before it is passed by too much.
    expect(told.map(({ lost }) => lost).slice(-2)).toEqual(
      told.length > 1 ? [false, true] : [true],
    );
    expect(told.at(-1)).toMatchObject({
      level: 'error',
      bytes: replica.journal?.counts.lostBytes,
    });
    expect(replica.journal?.counts.lostBytes).toBeGreaterThan(4000);
    await replica.deliverAll();
    expect(replica.budget.requests).toBeLessThan(85);
  }));

describe('a disk that does not take up to where all is delivered', () => {
  it('holds up what is not delivered, and costs and doubles nothing where the process dies then', () =>
    withReplica(async (replica) => {
      replica.limits = { ...ROOMY, segmentBytes: 40_000, totalBytes: 80_000 };
      await replica.start();
      await ended(replica, 40);
      await replica.deliver('takes');
      replica.isCursorStuck = true;
      for (let one = 0; one < 6; one += 1) await replica.deliver('takes');
      expect(replica.budget.requests).toBe(10);
      expect(await replica.hears('usage_cursor_not_saved')).toMatchObject({ level: 'error' });
      await replica.kill();
      for (let round = 0; round < 30; round += 1) await ended(replica, 10);
      replica.isCursorStuck = false;
      await replica.deliverAll();
      expect(replica.counts.summed).toBeGreaterThan(0);
      expect(replica.budget.requests).toBe(340);
    }));

  it('goes on by itself once it takes it again', () =>
    withReplica(async (replica) => {
      await replica.start();
      await ended(replica, 12);
      replica.isCursorStuck = true;
      await replica.deliverAll();
      replica.isCursorStuck = false;
      await replica.deliverAll();
      expect(replica.budget.batches.map(({ usage }) => usage.length)).toEqual([5, 5, 2]);
      expect(await replica.hears('usage_cursor_saved_again')).toMatchObject({ level: 'info' });
    }));

  it('takes it while it is full, since that needs no room', () =>
    withReplica(async (replica) => {
      await replica.start();
      await replica.deliverAll();
      const path = join(replica.directory, 'cursor.json');
      const { ino, size } = await stat(path);
      for (let round = 0; round < 3; round += 1) {
        await ended(replica, 7);
        await replica.deliverAll();
      }
      expect(await stat(path)).toMatchObject({ ino, size });
      expect(await readdir(replica.directory)).toEqual(['cursor.json']);
    }));
});

type Step = 'begin' | 'end' | 'many' | 'second' | 'kill' | 'tear' | 'stick' | Behaviour;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Step>('begin') },
  { weight: 7, arbitrary: fc.constant<Step>('end') },
  { weight: 2, arbitrary: fc.constant<Step>('many') },
  { weight: 3, arbitrary: fc.constant<Step>('second') },
  { weight: 1, arbitrary: fc.constantFrom<Step>('kill', 'tear') },
  { weight: 1, arbitrary: fc.constant<Step>('stick') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>('takes', 'takes', 'takes and cuts', 'cuts', 'hangs', {
      status: 500,
    }),
  },
);
const segmentBytes = fc.constantFrom(600, 3000, 1 << 20);

async function go(replica: Replica, one: Step): Promise<void> {
  if (one === 'begin') await replica.begin();
  else if (one === 'end') replica.end();
  else if (one === 'many') await ended(replica, 12);
  else if (one === 'second') await replica.second();
  else if (one === 'kill') await replica.kill();
  else if (one === 'stick') replica.isCursorStuck = !replica.isCursorStuck;
  else if (one === 'tear') await replica.tearCursor();
  else await replica.deliver(one);
}

/** All that is under way is settled as unknown, and all is delivered. */
async function finish(replica: Replica): Promise<void> {
  replica.isCursorStuck = false;
  await replica.second();
  await replica.kill();
  await replica.second();
  await replica.deliverAll();
}

describe('whatever requests, crashes, rotations and failures of the service come', () => {
  it('the records that are delivered are those of the journal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: 'max' }),
        segmentBytes,
        async (steps, bytes) => {
          await withReplica(async (replica) => {
            replica.limits = { ...ROOMY, segmentBytes: bytes };
            await replica.start();
            for (const one of steps) await go(replica, one);
            await finish(replica);
            const facts = await replica.facts();
            const { usage, attempts } = replica.budget;
            expect(new Map(facts.map((one) => [one.usage.id, one.usage]))).toEqual(usage);
            expect(facts.flatMap((one) => one.attempts)).toHaveLength(attempts.size);
            expect(usage.size).toBe(replica.requests.size);
            expect(replica.counts.unreadable).toBe(0);
          });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('each request counts once, in a record or in a sum, also where the disk has room for few', async () => {
    const limits = fc.constantFrom(
      { segmentBytes: 600, totalBytes: 2500 },
      { segmentBytes: 3000, totalBytes: 6000 },
      { segmentBytes: 3000, totalBytes: 20_000 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: 'max' }),
        limits,
        async (steps, small) => {
          await withReplica(async (replica) => {
            replica.limits = { ...ROOMY, ...small };
            await replica.start();
            for (const one of steps.filter((one) => one !== 'tear')) await go(replica, one);
            await finish(replica);
            expect(replica.budget.requests).toBe(replica.requests.size);
            expect(await readdir(replica.directory)).toEqual(
              replica.budget.batches.length > 0 ? ['cursor.json'] : expect.anything(),
            );
          });
        },
      ),
      { numRuns: RUNS },
    );
  });
});
