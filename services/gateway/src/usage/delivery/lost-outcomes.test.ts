import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Replica } from '../../testing/delivering-replica.ts';
import { intentLine, outcomeLine, ROOMY, testId } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { headLine } from '../journal/codec.ts';
import { segmentAt } from '../journal/segments.ts';

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/**
 * What a process leaves whose first segment could not be synced once the second had begun: the disk lost the outcome of the first request, and the
 * third segment repeats it. All before the third is delivered. Answers how
 * many bytes that is.
 */
async function leave(replica: Replica): Promise<number> {
  const empty = headLine({ carried: 0, again: 0 });
  const second = textOf([empty, intentLine(2), outcomeLine(2)]);
  const texts = [
    textOf([empty, intentLine(1)]),
    second,
    textOf([headLine({ carried: 0, again: 1 }), outcomeLine(1), intentLine(3), outcomeLine(3)]),
  ];
  for (const [index, text] of texts.entries()) {
    replica.disk.put(segmentAt('/journal', index + 1).path, text);
  }
  const cursor = { segment: 2, offset: Buffer.byteLength(second) };
  await writeFile(join(replica.directory, 'cursor.json'), JSON.stringify(cursor));
  return Buffer.byteLength(texts.join(''));
}

it.each(['is there', 'is forced out before'])(
  'delivers an outcome that is repeated two segments after its intent, where that segment %s',
  async (which) => {
    await using directory = await temporaryDirectory();
    const replica = new Replica(directory.path);
    const bytes = await leave(replica);
    const isForcedOut = which === 'is forced out before';
    replica.limits = { ...ROOMY, totalBytes: isForcedOut ? bytes - 1 : ROOMY.totalBytes };
    await replica.start();
    expect(replica.journal?.counts.deletedSegments).toBe(isForcedOut ? 1 : 0);
    await replica.deliverAll();
    expect([...replica.budget.usage.keys()].toSorted()).toEqual([testId(1), testId(3)]);
    expect(replica.counts.summed).toBe(0);
    expect(replica.counts.unreadable).toBe(0);
    await replica.journal?.close();
  },
);
