import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { intentLine, keptLog, outcomeLine, ROOMY, testId } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { Journal } from './journal.ts';
import { readUsage } from './read-usage.ts';

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
    const { journal, remove, ids } = await start(root.path, limits);
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
