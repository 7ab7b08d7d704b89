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
import fc from 'fast-check';
import { ATTEMPT_OUTCOMES, attemptRecord } from '@aicp/contracts/usage/attempt-record';
import { usageRecord } from '@aicp/contracts/usage/usage-record';
import { idOf, kindOf, parseIntent, parseOutcome, toRecord, type OutcomeLine } from './codec.ts';
import { attemptsOf } from './attempt-line.ts';
import { outcomeText } from './encode.ts';

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

describe('codec', () => {
  const count = fc.nat(1e9);
  const attempt = fc.record(
    {
      e: fc.constantFrom(...ATTEMPT_OUTCOMES),
      why: fc.string(),
      ms: fc.nat(1e6),
      first: fc.nat(1e6),
      by: fc.string(),
      model: fc.string(),
      via: fc.string(),
      served: fc.constant(1 as const),
    },
    { requiredKeys: ['ms'] },
  );
  const outcome: fc.Arbitrary<OutcomeLine> = fc
    .record(
      {
        o: fc.nat(1e9).map(testId),
        tok: fc.oneof(
          fc.tuple(count, count, count, count, count),
          fc.tuple(count, count, count, count, count, count, count),
        ),
        est: fc.constant(1 as const),
        end: fc.constantFrom('client_gone', 'provider_failed', 'refused', 'unknown' as const),
        status: fc.option(fc.integer({ min: 100, max: 599 })),
        ms: fc.double({ min: 0, max: 1e7, noNaN: true }).map((ms) => Math.round(ms * 1000) / 1000),
        first: fc.nat(1e6),
        tries: fc.nat(20),
        att: fc.array(attempt, { minLength: 1, maxLength: 3 }),
        cost: fc.nat(Number.MAX_SAFE_INTEGER),
        model: fc.string(),
        via: fc.string(),
        own: fc.constant(1 as const),
        ver: fc.string(),
      },
      { requiredKeys: ['o', 'tok'] },
    )
    .map((made) => made as OutcomeLine);

  describe('a line', () => {
    it('of an outcome is read as it was written', () => {
      fc.assert(
        fc.property(outcome, (made) => {
          const line = outcomeText(made);
          expect(line).not.toContain('\n');
          expect(kindOf(line)).toBe('outcome');
          expect(idOf(line)).toBe(made.o);
          expect(parseOutcome(line)).toEqual(made);
        }),
      );
    });

    it('of an intent is read as it was written', () => {
      const line = intentLine(7);
      expect([kindOf(line), idOf(line)]).toEqual(['intent', testId(7)]);
      expect(parseIntent(line)).toMatchObject({
        i: testId(7),
        key: 'alice',
        team: 'research',
        tags: { project: 'é"x' },
        model: 'small',
        via: 'sim',
        est: [10, 20],
        prices: ['1000000000', '2000000000'],
      });
      expect(Buffer.byteLength(line)).toBeLessThan(320);
    });

    it('says together with who served whose provider that is', () => {
      const intent = parseIntent(intentLine(1))!;
      const payer = (own: 1 | undefined, more: Partial<OutcomeLine>) => {
        const outcome: OutcomeLine = { o: testId(1), tok: [0, 0, 0, 0, 0], ...more };
        return toRecord({ ...intent, ...(own ? { own } : {}) }, outcome).payer;
      };
      expect([payer(undefined, {}), payer(1, {})]).toEqual(['platform', 'organization']);
      expect(payer(1, { model: 'm', via: 'p' })).toBe('platform');
      expect(payer(undefined, { model: 'm', via: 'p', own: 1 })).toBe('organization');
      expect(payer(1, { end: 'refused' })).toBe('platform');
    });

    it('and another make a record that the contract accepts', () => {
      fc.assert(
        fc.property(outcome, (made) => {
          const record = toRecord(parseIntent(intentLine(1))!, made);
          expect(usageRecord.parse(record)).toEqual(record);
          const attempts = attemptsOf(record, made.att);
          expect(attempts.map((one) => attemptRecord.parse(one))).toEqual(attempts);
          const sum = attempts.reduce((all, { cost_nano_usd: cost }) => all + (cost ?? 0), 0);
          expect(sum).toBe(attempts.length > 0 ? (record.cost_nano_usd ?? 0) : 0);
        }),
      );
    });

    it('that is damaged is none', () => {
      const line = intentLine(1);
      fc.assert(
        fc.property(fc.nat(line.length - 1), (end) => {
          expect(parseIntent(line.slice(0, end))).toBeUndefined();
          expect(parseOutcome(line.slice(0, end))).toBeUndefined();
        }),
      );
    });
  });
});
