import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  collect,
  intentAgainLine,
  intentLine,
  keptLog,
  outcomeLine,
  ROOMY,
  testId,
} from '../../testing/journal-lines.ts';
import { FakeDisk, type DiskCall, type Fault } from '../../testing/fake-disk.ts';
import { Journal } from './journal.ts';
import type { JournalLimits } from './options.ts';
import { readUsage } from './read-usage.ts';

const DIRECTORY = '/journal';
const RUNS = 300;
/** What fails again and again is tried again after 30 seconds at the latest, at the next sync. */
const LONGEST_PAUSE_MS = 32_000;

type Step = 'begin' | 'again' | 'end' | 'refuse' | 'tick' | 'second';

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>('begin') },
  { weight: 2, arbitrary: fc.constant<Step>('again') },
  { weight: 4, arbitrary: fc.constant<Step>('end') },
  { weight: 1, arbitrary: fc.constant<Step>('refuse') },
  { weight: 2, arbitrary: fc.constant<Step>('tick') },
  { weight: 2, arbitrary: fc.constant<Step>('second') },
);
const fault: fc.Arbitrary<Fault> = fc.record({
  code: fc.constantFrom('EIO', 'ENOSPC', 'ENOSPC', 'EROFS', 'short', 'slow'),
  effect: fc.constantFrom('nothing', 'part', 'all'),
});
/** What goes wrong with one call after the other. */
const schedule = fc.array(fc.option(fault, { freq: 3 }), { maxLength: 120 });
const onFull = fc.constantFrom<JournalLimits['onFull']>('serve', 'refuse');
const segmentBytes = fc.constantFrom(600, 3000, 1 << 20);

/** A gateway's life in front of a journal whose disk fails. */
class Life {
  readonly disk = new FakeDisk();
  /** Requests that were let through, and whether they ended. */
  readonly gone = new Map<number, boolean>();
  /** Those of which others were asked. */
  readonly asked = new Set<number>();
  readonly turnedAway = new Set<number>();
  readonly refused = new Set<number>();
  private time = 0;
  private next = 0;

  readonly clock = { monotonic: () => this.time + this.disk.spentMs };

  async open(limits: JournalLimits): Promise<Journal> {
    const { log } = keptLog();
    for (;;) {
      try {
        return await Journal.open({
          directory: DIRECTORY,
          limits,
          log,
          clock: this.clock,
          disk: this.disk,
        });
      } catch (error) {
        expect(error).toHaveProperty('message', expect.stringContaining('injected'));
      }
    }
  }

  async go(journal: Journal, steps: readonly Step[]): Promise<void> {
    for (const one of steps) {
      this.step(journal, one);
      await setImmediate();
    }
  }

  async wait(journal: Journal, ms: number): Promise<void> {
    for (const end = this.time + ms; this.time < end;) {
      this.time += 100;
      journal.tick();
      await setImmediate();
    }
  }

  private step(journal: Journal, one: Step): void {
    if (one === 'begin') this.begin(journal);
    if (one === 'again') this.again(journal);
    if (one === 'end') this.end(journal);
    if (one === 'refuse') this.refuse(journal);
    if (one === 'tick') this.time += 100;
    if (one === 'second') this.time += 1000;
    if (one === 'tick' || one === 'second') journal.tick();
  }

  private begin(journal: Journal): void {
    const index = (this.next += 1);
    journal.intend(testId(index), intentLine(index), (mayGo) => {
      if (mayGo) this.gone.set(index, false);
      else this.turnedAway.add(index);
    });
  }

  /** The one that began last asks somebody else as well. */
  private again(journal: Journal): void {
    const index = [...this.gone].findLast(([, isOver]) => !isOver)?.[0];
    if (index === undefined) return;
    this.asked.add(index);
    journal.amend(testId(index), intentAgainLine(index));
  }

  private end(journal: Journal): void {
    const [index] = [...this.gone].find(([, isOver]) => !isOver) ?? [];
    if (index === undefined) return;
    this.gone.set(index, true);
    journal.settle(testId(index), outcomeLine(index));
  }

  private refuse(journal: Journal): void {
    const index = (this.next += 1);
    this.refused.add(index);
    journal.refuse(intentLine(index), outcomeLine(index, { end: 'refused', status: 403 }));
  }
}

const endingsOf = async (disk: FakeDisk): Promise<string[]> =>
  (await collect(readUsage(DIRECTORY, { disk, onUnreadable: () => undefined })))
    .map(({ id, completion, attempts }) => `${id} ${completion} ${attempts}`)
    .toSorted();

const follow = (life: Life, faults: readonly (Fault | null)[], calls?: readonly DiskCall[]) => {
  const rest = [...faults];
  life.disk.faultOf = (call) =>
    calls === undefined || calls.includes(call) ? (rest.shift() ?? undefined) : undefined;
};

/** What replay has to find: each request that went exactly once, and of one that nobody ended all of its attempts. */
const expectedOf = (life: Life): string[] =>
  [
    ...[...life.gone].map(([index, ended]) => {
      const unknown = `unknown ${life.asked.has(index) ? 2 : 1}`;
      return `${testId(index)} ${ended ? 'complete 1' : unknown}`;
    }),
    ...[...life.refused].map((index) => `${testId(index)} refused 1`),
  ].toSorted();

/** The first sync fails, and so does the next: the third waits for two seconds. */
const TWO_SYNCS_FAIL: (Fault | null)[] = [
  ...[null, null, null, null, { code: 'EIO', effect: 'nothing' } as const],
  ...[null, null, null, { code: 'slow', effect: 'nothing' } as const],
  { code: 'EIO', effect: 'nothing' },
];

describe('a journal whose disk fails now and then, at any call', () => {
  it('has every line that it took exactly once when the disk is well again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 80 }),
        schedule,
        onFull,
        segmentBytes,
        async (steps, faults, choice, bytes) => {
          const life = new Life();
          const limits = { ...ROOMY, segmentBytes: bytes, onFull: choice };
          follow(life, faults);
          const journal = await life.open(limits);
          await life.go(journal, steps);
          life.disk.faultOf = () => undefined;
          await life.wait(journal, LONGEST_PAUSE_MS);
          expect([journal.state, journal.backlogBytes]).toEqual(['ok', 0]);
          await journal.close();
          expect(life.disk.descriptors.size).toBe(0);
          await (await life.open(limits)).close();
          expect(await endingsOf(life.disk)).toEqual(expectedOf(life));
          if (choice === 'serve') expect(life.turnedAway.size).toBe(0);
        },
      ),
      { numRuns: RUNS, examples: [[['second', 'end'], TWO_SYNCS_FAIL, 'serve', 600]] },
    );
  });

  it('that refuses what it can not write loses no request to a crash, and doubles none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 80 }),
        schedule,
        segmentBytes,
        async (steps, faults, bytes) => {
          const life = new Life();
          const limits: JournalLimits = { ...ROOMY, segmentBytes: bytes, onFull: 'refuse' };
          const journal = await life.open(limits);
          follow(life, faults, ['create', 'append', 'truncate', 'remove', 'close']);
          await life.go(journal, steps);
          const after = life.disk.copy();
          life.disk.faultOf = () => undefined;
          await journal.close();
          const { log } = keptLog();
          const { clock } = life;
          const reopened = { directory: DIRECTORY, limits, log, clock, disk: after };
          await (await Journal.open(reopened)).close();
          const ids = (await endingsOf(after)).map((ending) => ending.split(' ')[0]);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toEqual(
            expect.arrayContaining([...life.gone.keys()].map((index) => testId(index))),
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('never has more than a few descriptors and files', async () => {
    await fc.assert(
      fc.asyncProperty(fault, async (always) => {
        const life = new Life();
        const journal = await life.open({ ...ROOMY, segmentBytes: 3000 });
        life.disk.faultOf = (call) => (call === 'append' || call === 'sync' ? always : undefined);
        const steps = Array.from({ length: 60 }, (): Step[] => ['begin', 'end', 'tick', 'second']);
        await life.go(journal, steps.flat());
        expect(life.disk.mostDescriptors).toBeLessThanOrEqual(8);
        if (always.code !== 'short' && always.code !== 'slow') {
          expect(life.disk.mostFiles).toBeLessThanOrEqual(8);
        }
        life.disk.faultOf = () => undefined;
        await journal.close();
      }),
      { numRuns: 30 },
    );
  });
});
