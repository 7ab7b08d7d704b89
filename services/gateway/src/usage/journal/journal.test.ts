import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  collect,
  intentAgainLine,
  intentLine,
  keptLog,
  outcomeLine,
  ROOMY,
  testId,
} from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { Journal } from './journal.ts';
import type { JournalLimits } from './options.ts';
import { readUsage } from './read-usage.ts';

describe('journal', () => {
  const open = (directory: string, limits: JournalLimits = ROOMY, log = keptLog().log) =>
    Journal.open({ directory, limits, log, clock: systemClock });

  /** Begins request number `index`; resolves when it may be sent. */
  const begin = (journal: Journal, index: number): Promise<void> =>
    new Promise((resolve) => {
      journal.intend(testId(index), intentLine(index), () => {
        resolve();
      });
    });

  const end = (journal: Journal, index: number): void => {
    journal.settle(testId(index), outcomeLine(index));
  };

  const textOf = async (directory: string): Promise<string> => {
    const names = (await readdir(directory)).sort();
    return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join(
      '',
    );
  };

  describe('the journal', () => {
    it('has an intent on disk before the request goes', async () => {
      await using directory = await temporaryDirectory();
      const journal = await open(directory.path);
      await begin(journal, 1);
      expect(await textOf(directory.path)).toBe(`{"head":0}\n${intentLine(1)}\n`);
      await journal.close();
    });

    it('writes once for all requests of a turn', async () => {
      await using directory = await temporaryDirectory();
      const journal = await open(directory.path);
      await Promise.all(Array.from({ length: 50 }, (_, index) => begin(journal, index)));
      expect(journal.counts).toMatchObject({ intents: 50, writes: 1 });
      for (let index = 0; index < 50; index += 1) end(journal, index);
      await begin(journal, 50);
      expect(journal.counts).toMatchObject({ outcomes: 50, writes: 2 });
      await journal.close();
    });

    it('has a further attempt on disk before it goes, and the next segment repeats it', async () => {
      await using directory = await temporaryDirectory();
      const journal = await open(directory.path, { ...ROOMY, segmentBytes: 512 });
      await begin(journal, 1);
      journal.amend(testId(1), intentAgainLine(1));
      expect(await textOf(directory.path)).toContain(`${intentLine(1)}\n${intentAgainLine(1)}\n`);
      await begin(journal, 2);
      expect(await textOf(directory.path)).toContain(
        `{"head":1,"again":1}\n${intentAgainLine(1)}\n`,
      );
      await journal.close();
    });

    it('writes outcomes soon, also when no other request comes', async () => {
      await using directory = await temporaryDirectory();
      const journal = await open(directory.path);
      await begin(journal, 1);
      end(journal, 1);
      const [record] = await waitFor(async () => {
        const records = await collect(readUsage(directory.path));
        return records.length > 0 ? records : undefined;
      });
      expect(record).toMatchObject({ id: testId(1), key: 'alice', input: 1, output: 2 });
      await journal.close();
    });

    it('has a timer while there is something to do, and none at rest', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      await using directory = await temporaryDirectory();
      let now = 0;
      const clock = { monotonic: () => now };
      const journal = await Journal.open({
        directory: directory.path,
        limits: ROOMY,
        log: keptLog().log,
        clock,
      });
      /** Lets seconds pass until the timer is gone. */
      const rests = () => {
        now += 1000;
        vi.advanceTimersByTime(1000);
        return vi.getTimerCount() === 0;
      };
      await waitFor(rests);
      for (const index of [1, 2]) {
        await begin(journal, index);
        expect([vi.getTimerCount(), rests()]).toEqual([1, false]);
        end(journal, index);
        await waitFor(rests);
        expect(journal.unsyncedBytes).toBe(0);
      }
      expect(await textOf(directory.path)).toContain(outcomeLine(2));
      await journal.close();
    });

    it('has one record for each request, and none for those under way', async () => {
      await using directory = await temporaryDirectory();
      const journal = await open(directory.path);
      await Promise.all([1, 2, 3].map((index) => begin(journal, index)));
      end(journal, 3);
      end(journal, 1);
      journal.refuse(intentLine(4), outcomeLine(4, { end: 'refused', status: 403 }));
      await journal.close();
      const records = await collect(readUsage(directory.path));
      expect(records.map((record) => record.id)).toEqual([testId(3), testId(1), testId(4)]);
      expect(records[2]).toMatchObject({ completion: 'refused', model_served: null });
    });
  });

  describe('segments', () => {
    const small = { ...ROOMY, segmentBytes: 2000 };

    it('are followed by new ones, which repeat what is under way', async () => {
      await using directory = await temporaryDirectory();
      const journal = await open(directory.path, small);
      await begin(journal, 0);
      for (let index = 1; index <= 40; index += 1) {
        await begin(journal, index);
        end(journal, index);
      }
      end(journal, 0);
      await journal.close();
      const names = (await readdir(directory.path)).sort();
      expect(names.length).toBeGreaterThan(5);
      const last = await readFile(join(directory.path, names.at(-1)!), 'utf8');
      expect(last).toMatch(/^\{"head":[1-9]/);
      expect(last).toContain(intentLine(0));
      const records = await collect(readUsage(directory.path));
      expect(records.map((record) => record.id).toSorted()).toEqual(
        Array.from({ length: 41 }, (_, index) => testId(index)),
      );
    });

    it('go, the oldest first and with a warning, when there are too many bytes', async () => {
      await using directory = await temporaryDirectory();
      const { log, logged } = keptLog();
      const journal = await open(directory.path, { ...small, totalBytes: 8000 }, log);
      await begin(journal, 0);
      for (let index = 1; index <= 60; index += 1) {
        await begin(journal, index);
        end(journal, index);
      }
      await waitFor(() => (journal.size <= 8000 ? true : undefined));
      end(journal, 0);
      await journal.close();
      expect(Buffer.byteLength(await textOf(directory.path))).toBeLessThan(11_000);
      expect(journal.counts.deletedSegments).toBeGreaterThan(0);
      const warnings = logged.filter((entry) => entry.event === 'journal_segment_deleted');
      expect(warnings).toHaveLength(journal.counts.deletedSegments);
      expect(warnings.every((entry) => entry.level === 'warn')).toBe(true);
      const ids = (await collect(readUsage(directory.path))).map((record) => record.id);
      expect(ids).toContain(testId(60));
      expect(ids).toContain(testId(0));
      expect(ids).not.toContain(testId(1));
    });

    it('without a line leave nothing behind', async () => {
      await using directory = await temporaryDirectory();
      for (let start = 0; start < 5; start += 1) await (await open(directory.path)).close();
      expect(await readdir(directory.path)).toHaveLength(1);
    });
  });
});
