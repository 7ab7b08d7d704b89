import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { describe, expect, it } from 'vitest';
import { CostSnapshot } from '../snapshot/cost-snapshot.ts';
import { snapshotOf } from '../testing/fragments.ts';
import { AnswersReader } from './answers-reader.ts';
import type { AnsweredRequest, Place } from './answers-store.ts';

describe('reading answers from the ledger', () => {
  const START = Date.UTC(2026, 10, 23, 12);

  function fixture() {
    const clock = new ManualClock(START);
    const { log } = recordingLog();
    const rows: AnsweredRequest[] = [];
    const learned: string[] = [];
    let reads = 0;
    const snapshot = new CostSnapshot();
    const reader = new AnswersReader({
      store: {
        startOfNewest: (_count, sinceMs) => Promise.resolve({ atMs: sinceMs, id: '' }),
        after: ({ atMs, id }: Place, { limit, untilMs }) => {
          reads += 1;
          const due = rows.filter((row) => row.atMs <= untilMs);
          const later = due.filter((row) => row.atMs > atMs || (row.atMs === atMs && row.id > id));
          later.sort((one, other) => one.atMs - other.atMs || (one.id < other.id ? -1 : 1));
          return Promise.resolve(later.slice(0, limit));
        },
      },
      learner: { learn: ({ id }) => learned.push(id) },
      snapshot,
      migrated: () => Promise.resolve(),
      ...{ clock, log },
    });
    const add = (id: string, atMs: number) => {
      const more = { requestId: id, organization: undefined, key: 'k', model: 'm', cost: 1n };
      rows.push({ id, atMs, tokens: NO_TOKENS, ...more });
    };
    const knows = () => snapshot.apply(snapshotOf({}));
    return { reader, add, learned, knows, clock, reads: () => reads };
  }

  it('takes in each one once, those that come a little late too', async () => {
    const { reader, add, learned, knows, clock } = fixture();
    knows();
    await clock.advance(6_000);
    add('a', START);
    add('c', START + 5_000);
    await reader.read();
    add('b', START + 1_000);
    add('d', START + 6_000);
    await reader.read();
    await reader.read();
    expect(learned).toEqual(['a', 'c', 'b', 'd']);
  });

  it('waits for a snapshot, without which it knows no model', async () => {
    const { reader, add, learned, knows } = fixture();
    add('a', START);
    await reader.read();
    expect(learned).toEqual([]);
    knows();
    await reader.read();
    expect(learned).toEqual(['a']);
  });

  it('goes on where a wrong clock has put one into the time to come, and takes that one in then', async () => {
    const { reader, add, learned, knows, clock } = fixture();
    knows();
    add('ahead', START + 80_000_000);
    add('a', START);
    await reader.read();
    await clock.advance(60_000);
    add('b', START + 59_000);
    await reader.read();
    expect(learned).toEqual(['a', 'b']);
    await clock.advance(80_000_000);
    await reader.read();
    expect(learned).toEqual(['a', 'b', 'ahead']);
  });

  it('goes on in bounded steps where there is much', async () => {
    const { reader, add, learned, knows, clock, reads } = fixture();
    knows();
    await clock.advance(10_000);
    // All within the time for which it looks back.
    for (let one = 0; one < 45_000; one += 1) add(String(one).padStart(6, '0'), START + one / 10);
    await reader.read();
    expect([learned.length, reads()]).toEqual([20_000, 20]);
    await reader.read();
    await reader.read();
    expect(learned.length).toBe(45_000);
    expect(new Set(learned).size).toBe(45_000);
  });
});
