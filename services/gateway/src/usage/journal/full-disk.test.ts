import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  collect,
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
const FULL: Fault = { code: 'ENOSPC', effect: 'part' };

interface Opened {
  readonly journal: Journal;
  readonly disk: FakeDisk;
  readonly logged: Record<string, unknown>[];
  /** Lets time go by, and the journal do what is due. */
  readonly wait: (ms: number) => Promise<void>;
}

async function open(limits: Partial<JournalLimits> = {}, disk = new FakeDisk()): Promise<Opened> {
  let time = 0;
  const { log, logged } = keptLog();
  const clock = { monotonic: () => time + disk.spentMs };
  const all = { ...ROOMY, ...limits };
  const journal = await Journal.open({ directory: DIRECTORY, limits: all, log, clock, disk });
  const wait = async (ms: number): Promise<void> => {
    for (const end = time + ms; time < end;) {
      time += 100;
      journal.tick();
      await setImmediate();
    }
  };
  return { journal, disk, logged, wait };
}

const fail = (disk: FakeDisk, fault: Fault | undefined, calls: readonly DiskCall[]): void => {
  disk.faultOf = (call) => (calls.includes(call) ? fault : undefined);
};

const begin = (journal: Journal, index: number): Promise<boolean> =>
  new Promise((resolve) => {
    journal.intend(testId(index), intentLine(index), resolve);
  });

const end = (journal: Journal, index: number): void => {
  journal.settle(testId(index), outcomeLine(index));
};

const idsIn = async (disk: FakeDisk): Promise<string[]> =>
  (await collect(readUsage(DIRECTORY, { disk }))).map(({ id }) => id).toSorted();

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a full disk', () => {
  it('costs no record, no file and no descriptor, and is said once', async () => {
    const { journal, disk, logged, wait } = await open();
    await begin(journal, 1);
    fail(disk, FULL, ['append']);
    for (const index of range(2, 200)) {
      expect(await begin(journal, index)).toBe(true);
      end(journal, index);
      await wait(100);
    }
    expect(journal.state).toBe('full');
    expect(journal.backlogBytes).toBeGreaterThan(199 * 300);
    expect([disk.mostFiles, disk.mostDescriptors]).toEqual([1, 1]);
    expect(logged.filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'journal_not_written' },
    ]);
    fail(disk, undefined, []);
    end(journal, 1);
    await wait(1500);
    expect([journal.state, journal.backlogBytes]).toEqual(['ok', 0]);
    await journal.close();
    expect(await idsIn(disk)).toEqual(range(1, 200).map(testId));
  });

  it('takes up the last line where it was cut when there is a little room', async () => {
    const { journal, disk, wait } = await open({ segmentBytes: 500 });
    let room = 1200;
    disk.faultOf = (call) => {
      if (call !== 'append') return undefined;
      room -= 150;
      return room > 0 ? undefined : FULL;
    };
    for (const index of range(1, 60)) {
      await begin(journal, index);
      end(journal, index);
      if (index % 7 === 0) room = 450;
      await wait(100);
    }
    fail(disk, undefined, []);
    await journal.close();
    expect(await idsIn(disk)).toEqual(range(1, 60).map(testId));
  });

  it('bounds what waits in memory, intents, outcomes and refusals alike, and counts what it drops', async () => {
    const { journal, disk, logged, wait } = await open({ backlogBytes: 8000 });
    fail(disk, FULL, ['append']);
    for (const index of range(1, 100)) {
      expect(await begin(journal, index)).toBe(true);
      end(journal, index);
      journal.refuse(intentLine(1000 + index), outcomeLine(1000 + index, { end: 'refused' }));
      expect(journal.backlogBytes).toBeLessThanOrEqual(8000);
    }
    expect(journal.counts.dropped).toBeGreaterThan(300);
    expect(logged.filter(({ event }) => event === 'journal_lines_dropped')).toHaveLength(1);
    fail(disk, undefined, []);
    await wait(1500);
    await begin(journal, 500);
    end(journal, 500);
    await journal.close();
    const ids = await idsIn(disk);
    expect(ids.length * 2 + journal.counts.dropped).toBe(402);
    expect(ids).toContain(testId(500));
    const told = logged.filter(({ event }) => event === 'journal_dropped_lines');
    expect(told).toMatchObject([{ level: 'error', lines: journal.counts.dropped }]);
  });

  it('costs no record of a request that is still under way when there is room again', async () => {
    const { journal, disk, wait } = await open({ backlogBytes: 2000 });
    fail(disk, FULL, ['append']);
    for (const index of range(1, 20)) await begin(journal, index);
    fail(disk, undefined, []);
    await wait(1500);
    for (const index of range(1, 20)) end(journal, index);
    await journal.close();
    expect([await idsIn(disk), journal.counts.dropped]).toEqual([range(1, 20).map(testId), 0]);
  });

  it('is no reason not to start', async () => {
    const disk = new FakeDisk();
    disk.put(`${DIRECTORY}/000000000001.ndjson`, `{"head":0}\n${intentLine(1)}\n`);
    fail(disk, FULL, ['append', 'create']);
    const { journal, wait } = await open({}, disk);
    expect([journal.state, await begin(journal, 2)]).toEqual(['full', true]);
    end(journal, 2);
    fail(disk, undefined, []);
    await wait(1500);
    await journal.close();
    expect(await idsIn(disk)).toEqual([1, 2].map(testId));
  });
});

describe('under refuse', () => {
  const refuse = { onFull: 'refuse' } as const;

  it('a request whose intent can not be written may not go, and leaves nothing', async () => {
    const { journal, disk, wait } = await open(refuse);
    expect(await begin(journal, 1)).toBe(true);
    fail(disk, FULL, ['append']);
    expect([await begin(journal, 2), await begin(journal, 3)]).toEqual([false, false]);
    expect([journal.isServing, journal.underWay]).toEqual([false, 1]);
    end(journal, 1);
    fail(disk, undefined, []);
    await wait(1500);
    expect(journal.isServing).toBe(true);
    expect(await begin(journal, 4)).toBe(true);
    end(journal, 4);
    await journal.close();
    expect(await idsIn(disk)).toEqual([1, 4].map(testId));
  });

  it('those requests of a turn go whose intents were still written', async () => {
    const { journal, disk } = await open(refuse);
    const faults: Fault[] = [{ code: 'short', effect: 'part' }, FULL];
    disk.faultOf = (call) => (call === 'append' ? faults.shift() : undefined);
    const answers = await Promise.all(range(1, 10).map((index) => begin(journal, index)));
    expect(answers.slice(0, 4)).toEqual([true, true, true, true]);
    expect(answers.at(-1)).toBe(false);
    const gone = range(1, 10).filter((index) => answers[index - 1]);
    for (const index of gone) end(journal, index);
    await journal.close();
    expect(await idsIn(disk)).toEqual(gone.map(testId));
  });

  it('no segment is ever deleted: requests are refused until others took some away', async () => {
    const limits = { ...refuse, segmentBytes: 2000, totalBytes: 8000 };
    const { journal, disk, logged, wait } = await open(limits);
    const went: number[] = [];
    for (const index of range(1, 60)) {
      if (await begin(journal, index)) {
        went.push(index);
        end(journal, index);
      }
      await wait(500);
    }
    expect([journal.state, journal.isServing, journal.counts.deletedSegments]).toEqual([
      'full',
      false,
      0,
    ]);
    expect(logged.filter(({ event }) => event === 'journal_at_limit')).toHaveLength(1);
    expect(await idsIn(disk)).toEqual(went.map(testId));
    for (const path of [...disk.files.keys()].slice(0, 3)) disk.files.delete(path);
    await wait(1500);
    expect([journal.state, await begin(journal, 100)]).toEqual(['ok', true]);
    await journal.close();
  });
});

describe('a sync that fails', () => {
  const BROKEN: Fault = { code: 'EIO', effect: 'nothing' };

  it('has all lines that may be lost written again, once, and is tried again', async () => {
    const { journal, disk, logged, wait } = await open();
    for (const index of range(1, 5)) await begin(journal, index);
    for (const index of range(1, 3)) end(journal, index);
    fail(disk, BROKEN, ['sync']);
    await wait(1100);
    expect(journal.counts.syncFailures).toBe(1);
    expect(journal.state).toBe('failing');
    expect(logged.map(({ event }) => event)).toContain('journal_not_synced');
    for (const index of range(4, 5)) end(journal, index);
    await wait(5000);
    expect(journal.unsyncedBytes).toBeGreaterThan(0);
    expect(disk.files.size).toBeLessThanOrEqual(2);
    fail(disk, undefined, []);
    await wait(35_000);
    expect([journal.state, journal.unsyncedBytes]).toEqual(['ok', 0]);
    await journal.close();
    expect(await idsIn(disk)).toEqual(range(1, 5).map(testId));
  });
});

describe('a slow disk', () => {
  it('gets as much time between two writes as a write takes, and requests do not wait for it', async () => {
    const { journal, disk, wait } = await open();
    fail(disk, { code: 'slow', effect: 'all' }, ['append']);
    await begin(journal, 1);
    expect(journal.state).toBe('slow');
    const { writes } = journal.counts;
    for (const index of range(2, 10)) expect(await begin(journal, index)).toBe(true);
    expect(journal.counts.writes).toBe(writes);
    fail(disk, undefined, []);
    await wait(1000);
    for (const index of range(1, 10)) end(journal, index);
    await journal.close();
    expect(await idsIn(disk)).toEqual(range(1, 10).map(testId));
  });
});
