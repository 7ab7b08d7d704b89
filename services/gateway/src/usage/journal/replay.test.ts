import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@aicp/common/time/clock';
import fc from 'fast-check';
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
import { FakeDisk } from '../../testing/fake-disk.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { parseOutcome } from './codec.ts';
import { systemDisk, type JournalDisk } from './disk.ts';
import { Journal } from './journal.ts';
import { readFacts, readUsage } from './read-usage.ts';
import { unknownOutcome } from './replay.ts';
import { withSettledLater } from './settled-later.ts';

const clock = systemClock;

const reopen = async (directory: string, log = keptLog().log, disk: JournalDisk = systemDisk) => {
  const journal = await Journal.open({ directory, limits: ROOMY, log, clock, disk });
  await journal.close();
};

const recordsIn = (directory: string, disk: JournalDisk = systemDisk) =>
  collect(readUsage(directory, { disk }));

const endings = async (directory: string, disk?: JournalDisk) =>
  new Map(
    (await recordsIn(directory, disk)).map((record) => [record.id, record.completion] as const),
  );

const segment = (number: number): string => `${String(number).padStart(12, '0')}.ndjson`;

/** A crashed journal: requests begun and ended in some order, cut at some byte. */
const history = fc
  .array(fc.tuple(fc.nat(8), fc.boolean()), { minLength: 1, maxLength: 25 })
  .map((steps) => {
    const open = new Set<number>();
    const lines = ['{"head":0}'];
    let next = 0;
    for (const [pick, ends] of steps) {
      const one = [...open][pick % Math.max(1, open.size)];
      if (ends && one !== undefined) {
        open.delete(one);
        lines.push(outcomeLine(one));
      } else {
        open.add(next);
        lines.push(intentLine(next));
        next += 1;
      }
    }
    return `${lines.join('\n')}\n`;
  });

/** What of a text would have been known had the machine stopped there: whole lines only. */
function expectedOf(text: string): Map<string, string> {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  const expected = new Map<string, string>();
  for (const line of whole) {
    const id = /^\{"[io]":"([^"]+)"/.exec(line)?.[1];
    if (id !== undefined) expected.set(id, line.startsWith('{"i"') ? 'unknown' : 'complete');
  }
  return expected;
}

describe('replay', () => {
  it('gives every request that was begun exactly one record, wherever the writing stopped', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(), fc.nat(3), async (text, place, again) => {
        const disk = new FakeDisk();
        const bytes = Buffer.from(text);
        const torn = bytes.subarray(0, place % (bytes.length + 1));
        disk.put(join('/journal', segment(1)), torn);
        for (let start = 0; start <= again; start += 1) {
          await reopen('/journal', keptLog().log, disk);
        }
        const records = await recordsIn('/journal', disk);
        expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
        expect(await endings('/journal', disk)).toEqual(expectedOf(torn.toString()));
      }),
      { numRuns: 200 },
    );
  });

  it('that is itself cut off at any byte is taken up where it stopped', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(), async (text, place) => {
        const disk = new FakeDisk();
        disk.put(join('/journal', segment(1)), text);
        await reopen('/journal', keptLog().log, disk);
        const second = join('/journal', segment(2));
        const written = disk.files.get(second)!.content;
        disk.put(second, written.subarray(0, place % (written.length + 1)));
        await reopen('/journal', keptLog().log, disk);
        const records = await recordsIn('/journal', disk);
        expect(new Set(records.map((record) => record.id)).size).toBe(records.length);
        expect(await endings('/journal', disk)).toEqual(expectedOf(text));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves open what is settled later, however often it starts, and has its one outcome then', async () => {
    await using directory = await temporaryDirectory();
    const later = withSettledLater(intentLine(1), {
      ...{ at: 'up', digest: 'd', by: 'default', up: 'resp_1', until: 1, most: [9, 9] },
      out: outcomeLine(1),
    });
    const text = `{"head":0}\n${intentLine(1)}\n${intentLine(2)}\n${later}\n`;
    await writeFile(join(directory.path, segment(1)), text);
    await reopen(directory.path);
    await reopen(directory.path);
    expect(await endings(directory.path)).toEqual(new Map([[testId(2), 'unknown']]));
    const { log } = keptLog();
    const journal = await Journal.open({ directory: directory.path, limits: ROOMY, log, clock });
    expect(journal.settledLater).toEqual([later]);
    journal.settle(testId(1), outcomeLine(1));
    await journal.close();
    await reopen(directory.path);
    const ended = await recordsIn(directory.path);
    expect(ended.map(({ id, completion }) => [id, completion])).toEqual([
      [testId(2), 'unknown'],
      [testId(1), 'complete'],
    ]);
  });

  it('ends what would stay open for good, as nobody can read where it goes on', async () => {
    await using directory = await temporaryDirectory();
    const place = { at: 'up', digest: 'd', by: 'default', up: 'resp_1', until: 1 };
    const unreadable = withSettledLater(intentLine(1), { ...place, most: [9, 9], out: 'nothing' });
    const other = withSettledLater(intentLine(2), {
      ...place,
      ...{ most: [9, 0.5], out: outcomeLine(2) },
    });
    await writeFile(join(directory.path, segment(1)), `{"head":0}\n${unreadable}\n${other}\n`);
    await reopen(directory.path);
    await reopen(directory.path);
    expect(await endings(directory.path)).toEqual(
      new Map([
        [testId(1), 'unknown'],
        [testId(2), 'unknown'],
      ]),
    );
  });

  it('reckons what is unknown with the likely tokens, at the prices of its time', async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, segment(1)), `{"head":0}\n${intentLine(1)}\n`);
    const { log, logged } = keptLog();
    await reopen(directory.path, log);
    const [record] = await collect(readUsage(directory.path));
    expect(record).toMatchObject({
      id: testId(1),
      model_served: 'small',
      input: 10,
      output: 20,
      source: 'estimate',
      completion: 'unknown',
      status: null,
      latency_ms: null,
      cost_nano_usd: 10 * 1000 + 20 * 2000,
      price_version: 'v1',
    });
    expect(logged).toMatchObject([{ event: 'journal_replayed', level: 'info', requests: 1 }]);
  });

  it('believes an answer of the likely length to each of the requests that one stands for', () => {
    const likely = { likelyTokens: [10, 1_000_000] } as const;
    const outputOf = (line: string) => parseOutcome(unknownOutcome(line) ?? '')?.tok[3];
    expect(outputOf(intentLine(1, likely))).toBe(200_000);
    expect(outputOf(intentLine(1, { ...likely, requests: 3 }))).toBe(600_000);
    expect(outputOf(intentLine(1, { ...likely, requests: 9 }))).toBe(1_000_000);
  });

  it('has each attempt that was begun, and reckons with who was asked last', async () => {
    await using directory = await temporaryDirectory();
    const lines = ['{"head":0}', intentLine(1), intentAgainLine(1), ''];
    await writeFile(join(directory.path, segment(1)), lines.join('\n'));
    await reopen(directory.path);
    const [facts, ...others] = await collect(readFacts(directory.path));
    expect(others).toEqual([]);
    expect(facts?.usage).toMatchObject({
      model_served: 'spare',
      completion: 'unknown',
      attempts: 2,
      cost_nano_usd: 10 * 3000 + 20 * 4000,
    });
    expect(facts?.attempts).toMatchObject([
      { number: 1, model: 'small', outcome: 'failed', latency_ms: 7, cost_nano_usd: 0 },
      {
        ...{ number: 2, model: 'spare', outcome: 'dropped', reason: 'unknown', latency_ms: null },
        cost_nano_usd: 10 * 3000 + 20 * 4000,
      },
    ]);
  });

  it('takes an outcome for what it says where its intent was written again', async () => {
    await using directory = await temporaryDirectory();
    const lines = ['{"head":0}', intentLine(1), intentAgainLine(1), outcomeLine(1), ''];
    await writeFile(join(directory.path, segment(1)), lines.join('\n'));
    await reopen(directory.path);
    expect(await recordsIn(directory.path)).toMatchObject([
      { completion: 'complete', model_served: 'small', attempts: 1, cost_nano_usd: 5000 },
    ]);
  });

  it('reads no further back than the newest segment that repeats all that was open', async () => {
    await using directory = await temporaryDirectory();
    const stale = `{"head":0}\n${intentLine(1)}\n`;
    await writeFile(join(directory.path, segment(1)), stale);
    const whole = `{"head":1}\n${intentLine(2)}\n${intentLine(3)}\n${outcomeLine(3)}\n`;
    await writeFile(join(directory.path, segment(2)), whole);
    await reopen(directory.path);
    expect([...(await endings(directory.path)).keys()]).toEqual([testId(3), testId(2)]);
  });

  it('leaves segments and their numbers alone', async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, segment(7)), `{"head":0}\n${intentLine(1)}\n`);
    await writeFile(join(directory.path, 'notes.txt'), 'not ours');
    await reopen(directory.path);
    expect((await readdir(directory.path)).sort()).toEqual([segment(7), segment(8), 'notes.txt']);
  });

  it('bills no more than can be, whatever an intent of an earlier version claims', async () => {
    await using directory = await temporaryDirectory();
    const poisoned = intentLine(1).replace('"est":[10,20]', '"est":[64,12061953672]');
    await writeFile(join(directory.path, segment(1)), `{"head":0}\n${poisoned}\n`);
    await reopen(directory.path);
    expect(await recordsIn(directory.path)).toMatchObject([{ input: 64, output: 200_000 }]);
  });

  it('says so where an outcome cannot be read, and where its intent is missing', async () => {
    await using directory = await temporaryDirectory();
    const huge = outcomeLine(1).replace('"cost":5000', '"cost":30000000000000000');
    const lines = ['{"head":0}', intentLine(1), huge, outcomeLine(2), ''];
    await writeFile(join(directory.path, segment(1)), lines.join('\n'));
    const unreadable: string[] = [];
    const onUnreadable = (line: string) => unreadable.push(line);
    expect(await collect(readUsage(directory.path, { onUnreadable }))).toEqual([]);
    expect(unreadable).toEqual([huge, outcomeLine(2)]);
    await expect(collect(readUsage(directory.path))).rejects.toThrow('cannot be read');
  });

  it('says so where a line is damaged', async () => {
    await using directory = await temporaryDirectory();
    const damaged = intentLine(1).replace('"est"', '"???"');
    await writeFile(join(directory.path, segment(1)), `{"head":0}\n${damaged}\nrubbish\n`);
    const { log, logged } = keptLog();
    await reopen(directory.path, log);
    const unreadable: string[] = [];
    const onUnreadable = (line: string) => unreadable.push(line);
    expect(await collect(readUsage(directory.path, { onUnreadable }))).toEqual([]);
    expect(unreadable).toEqual(['rubbish']);
    expect(logged.map((entry) => entry.event)).toContain('journal_line_unreadable');
  });
});
