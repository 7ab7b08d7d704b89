import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import { expect, it } from 'vitest';
import { keptLog } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { systemDisk } from '../journal/disk.ts';
import { FeedbackJournal, type FeedbackJournalOptions } from './feedback-journal.ts';

const record = (index: number): FeedbackRecord => ({
  request_id: `r${index}`,
  organization: null,
  key: 'alice',
  at: '2026-11-24T12:00:00.000Z',
  score: 1,
});
const ids = (lines: readonly string[]) =>
  lines.map((line) => (JSON.parse(line) as FeedbackRecord).request_id);

const LINE_BYTES = Buffer.byteLength(`${JSON.stringify(record(0))}\n`);
/** Two lines a file. */
const SMALL = { segmentBytes: 2 * LINE_BYTES, mostSegments: 3 };

async function opened(directory: string, more: Partial<FeedbackJournalOptions> = {}) {
  const { log, logged } = keptLog();
  const journal = await FeedbackJournal.open({ directory, log, ...more });
  return { journal, logged };
}

it('has after a crash what was not delivered before it, the oldest first', async () => {
  await using directory = await temporaryDirectory();
  const { journal } = await opened(directory.path, SMALL);
  for (let index = 0; index < 5; index += 1) expect(journal.add(record(index))).toBe(true);
  journal.taken(3);
  expect(ids(journal.next(10))).toEqual(['r3', 'r4']);
  // It is not closed: as a process that is killed leaves it.
  const { journal: next } = await opened(directory.path, SMALL);
  expect(ids(next.next(10))).toEqual(['r2', 'r3', 'r4']);
  next.taken(3);
  next.add(record(5));
  expect(ids((await opened(directory.path)).journal.next(10))).toEqual(['r5']);
});

it('beyond its bound loses the oldest, and says so', async () => {
  await using directory = await temporaryDirectory();
  const { journal, logged } = await opened(directory.path, SMALL);
  for (let index = 0; index < 8; index += 1) journal.add(record(index));
  expect(ids(journal.next(3))).toEqual(['r2', 'r3', 'r4']);
  expect(journal.dropped).toBe(2);
  expect(logged).toMatchObject([{ event: 'feedback_dropped', records: 2 }]);
  await journal.close();
});

it('passes over what a killed process left half', async () => {
  await using directory = await temporaryDirectory();
  const text = `${JSON.stringify(record(1))}\n{"request_id":"r2","ke`;
  await writeFile(join(directory.path, 'feedback-0000000001.jsonl'), text);
  const { journal } = await opened(directory.path);
  journal.add(record(3));
  expect(ids(journal.next(10))).toEqual(['r1', 'r3']);
});

it('keeps nothing that the disk takes half, or not at all', async () => {
  await using directory = await temporaryDirectory();
  let most = Infinity;
  const append = (descriptor: number, bytes: Buffer, offset: number): number => {
    if (most === 0) throw new Error('ENOSPC');
    return systemDisk.append(descriptor, bytes.subarray(0, most), offset);
  };
  const { journal } = await opened(directory.path, { disk: { ...systemDisk, append } });
  expect(journal.add(record(1))).toBe(true);
  most = 7;
  expect(journal.add(record(2))).toBe(false);
  most = 0;
  expect(journal.add(record(3))).toBe(false);
  most = Infinity;
  expect(journal.add(record(4))).toBe(true);
  expect(ids(journal.next(10))).toEqual(['r1', 'r4']);
  expect(ids((await opened(directory.path)).journal.next(10))).toEqual(['r1', 'r4']);
});
