import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import {
  collect,
  intentLine,
  keptLog,
  outcomeLine,
  ROOMY,
  testId,
} from '../../testing/journal-lines.ts';
import { canMount, SmallDisk } from '../../testing/small-disk.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { Journal } from './journal.ts';
import { readUsage } from './read-usage.ts';
import { readdir, rm } from 'node:fs/promises';
import { waitFor } from '../../testing/wait-for.ts';

describe('small disk', () => {
  /** For so long requests come; 60 shows more than a test run has time for. */
  const SECONDS = Number(process.env['AICP_SMALL_DISK_SECONDS'] ?? 6);
  const A_SECOND = 250;
  const EVERY_MS = 20;
  const MIB = 1 << 20;

  const descriptors = (): number => readdirSync('/proc/self/fd').length;

  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  /** What memory is in use, without what only waits to be collected. */
  const inUse = (): number => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  const report = (figures: object): void => {
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  };

  describe.runIf(canMount())('a disk of 1 MiB that fills and drains', () => {
    it(
      'costs no line and doubles none, with few descriptors and in flat memory',
      async () => {
        await using directory = await temporaryDirectory();
        using disk = new SmallDisk(directory.path);
        const { log } = keptLog();
        const limits = { ...ROOMY, segmentBytes: 65_536, backlogBytes: 16 * MIB };
        const options = { directory: disk.journal, limits, log, clock: systemClock };
        const journal = await Journal.open(options);
        const before = {
          descriptors: descriptors(),
          memory: inUse(),
          rss: process.memoryUsage.rss(),
        };
        const worst = { descriptors: 0, files: 0, backlog: 0, memory: 0, rss: 0 };
        const states = new Set<string>();
        let sent = 0;
        let turn = 0;
        const began = systemClock.monotonic();
        for await (const _ of setInterval(EVERY_MS)) {
          const seconds = (systemClock.monotonic() - began) / 1000;
          if (seconds > SECONDS) break;
          for (; sent < seconds * A_SECOND; sent += 1) {
            const index = sent;
            journal.intend(testId(index), intentLine(index), () => {
              journal.settle(testId(index), outcomeLine(index));
            });
          }
          turn += 1;
          disk.change(turn);
          if (turn % 25 === 0) disk.ship();
          states.add(journal.state);
          worst.descriptors = Math.max(worst.descriptors, descriptors());
          worst.files = Math.max(worst.files, readdirSync(disk.journal).length);
          worst.backlog = Math.max(worst.backlog, journal.backlogBytes);
          // Collecting takes long where other tests have left much.
          if (turn % 75 === 0) worst.memory = Math.max(worst.memory, inUse());
          worst.rss = Math.max(worst.rss, process.memoryUsage.rss());
        }
        worst.memory = Math.max(worst.memory, inUse());
        disk.free(256);
        const { counts } = journal;
        await journal.close();
        const ids = await disk.ids();
        if (process.env['AICP_SMALL_DISK_SECONDS']) report({ sent, counts, before, worst });
        expect(states).toEqual(new Set(['ok', 'full']));
        // How many depends on how many turns the machine had time for.
        expect(counts.failures).toBeGreaterThan(0);
        expect(counts.dropped).toBe(0);
        expect(ids.toSorted()).toEqual(Array.from({ length: sent }, (_, index) => testId(index)));
        expect(worst.descriptors).toBeLessThanOrEqual(before.descriptors + 10);
        expect(worst.memory).toBeLessThan(before.memory + 64 * MIB);
      },
      (SECONDS + 60) * 1000,
    );
  });
});

describe('removed segment', () => {
  const begin = (journal: Journal, index: number): Promise<boolean> =>
    new Promise((resolve) => {
      journal.intend(testId(index), intentLine(index), resolve);
    });

  const serve = async (journal: Journal, index: number): Promise<void> => {
    await begin(journal, index);
    journal.settle(testId(index), outcomeLine(index));
  };

  async function start(root: string, limits = ROOMY) {
    const directory = join(root, 'journal');
    const { log, logged } = keptLog();
    const journal = await Journal.open({ directory, limits, log, clock: systemClock });
    const segments = () => readdir(directory).catch(() => []);
    const remove = async () => {
      for (const name of await segments()) await rm(join(directory, name));
    };
    const ids = async () => (await collect(readUsage(directory))).map(({ id }) => id).toSorted();
    return { journal, directory, logged, segments, remove, ids };
  }

  const all = (count: number) => Array.from({ length: count }, (_, index) => testId(index + 1));

  describe('a segment that is removed while it is written', () => {
    it.each(['the segment', 'the whole folder'])(
      'costs no record, neither of before nor of after: %s',
      async (what) => {
        await using root = await temporaryDirectory();
        const { journal, directory, logged, segments, remove, ids } = await start(root.path);
        await serve(journal, 1);
        await begin(journal, 2);
        if (what === 'the segment') await remove();
        else await rm(directory, { recursive: true });
        await serve(journal, 3);
        await waitFor(async () => ((await segments()).length > 0 ? true : undefined));
        journal.settle(testId(2), outcomeLine(2));
        await serve(journal, 4);
        await journal.close();
        expect(await ids()).toEqual(all(4));
        expect(journal.counts.removedSegments).toBe(1);
        expect(logged.filter(({ level }) => level === 'error')).toMatchObject([
          { event: 'journal_segment_removed', segment: 1 },
        ]);
      },
    );

    it('costs none where the next segment begins, or the journal is closed, before anybody looked', async () => {
      await using root = await temporaryDirectory();
      const limits = { ...ROOMY, segmentBytes: 1500 };
      const { journal, remove: removeAll, ids } = await start(root.path, limits);
      // A line that is still on its way could begin the next segment while the folder is read.
      const remove = async () => {
        await waitFor(() => journal.backlogBytes + journal.unsyncedBytes === 0);
        await removeAll();
      };
      for (let index = 1; index <= 12; index += 1) {
        await serve(journal, index);
        if (index === 2) await remove();
      }
      await remove();
      await journal.close();
      const found = await ids();
      // Those of the segments that were closed by then went with them.
      expect(found.at(-1)).toBe(testId(12));
      expect(journal.counts.removedSegments).toBe(2);
    });

    it('leaves what a crash would find open to the replay', async () => {
      await using root = await temporaryDirectory();
      const { journal, directory, segments, remove, ids } = await start(root.path);
      await begin(journal, 1);
      await remove();
      await waitFor(async () => ((await segments()).length > 0 ? true : undefined));
      const { log } = keptLog();
      const next = await Journal.open({ directory, limits: ROOMY, log, clock: systemClock });
      await next.close();
      expect(await ids()).toEqual([testId(1)]);
      await journal.close();
    });
  });
});
