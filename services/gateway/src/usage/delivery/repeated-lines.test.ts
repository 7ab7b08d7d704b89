import { expect, it } from 'vitest';
import { Replica } from '../../testing/delivering-replica.ts';
import { ROOMY } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';

const ended = async (replica: Replica, count: number): Promise<void> => {
  for (let one = 0; one < count; one += 1) await replica.begin();
  for (let one = 0; one < count; one += 1) replica.end();
  await replica.second();
};

it.each(['was removed', 'could not be synced'])(
  'counts once what was delivered from a segment that %s, also where the one that repeats it is forced out',
  async (fault) => {
    await using directory = await temporaryDirectory();
    const replica = new Replica(directory.path);
    replica.limits = { ...ROOMY, segmentBytes: 20_000, totalBytes: 40_000 };
    await replica.start();
    if (fault === 'could not be synced') replica.failSync();
    for (let one = 0; one < 20; one += 1) await replica.begin();
    for (let one = 0; one < 20; one += 1) replica.end();
    await replica.written();
    await replica.deliverAll();
    expect(replica.budget.usage.size).toBe(20);
    if (fault === 'was removed') await replica.removeSegment();
    for (let round = 0; round < 12; round += 1) await ended(replica, 20);
    await replica.settled();
    const { counts } = replica.journal!;
    expect(fault === 'was removed' ? counts.removedSegments : counts.syncFailures).toBe(1);
    await replica.deliverAll();
    expect(replica.counts.summed).toBeGreaterThan(0);
    expect(replica.budget.requests).toBe(260);
    await replica.journal?.close();
  },
);
