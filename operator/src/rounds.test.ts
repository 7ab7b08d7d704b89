import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Rounds } from './rounds.ts';

function rounds(options: { fails?: number; incomplete?: number } = {}) {
  const clock = new ManualClock();
  const start = clock.now();
  const times: number[] = [];
  const upkeeps: number[] = [];
  let { fails = 0, incomplete = 0 } = options;
  const made = new Rounds({
    clock,
    random: () => 1,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
    upkeepMs: 30_000,
    reconcile: () => {
      times.push(clock.now() - start);
      return (fails -= 1) >= 0 ? Promise.reject(new Error('busy')) : Promise.resolve();
    },
    upkeep: () => {
      upkeeps.push(clock.now() - start);
      return Promise.resolve((incomplete -= 1) >= 0);
    },
  });
  onTestFinished(() => made.stop());
  return { rounds: made, clock, times, upkeeps };
}

describe('the loop runs', () => {
  it('once for a burst of changes, 100 ms after the first', async () => {
    const { rounds: made, clock, times } = rounds();
    for (let n = 0; n < 9; n += 1) {
      made.inputChanged();
      await clock.advance(10);
    }
    await clock.advance(500);
    expect(times).toEqual([100]);
  });

  it('sooner for what replicas say', async () => {
    const { rounds: made, clock, times } = rounds();
    made.inputChanged();
    made.outsideChanged();
    await clock.advance(500);
    expect(times).toEqual([10]);
  });

  it('again soon after a failure', async () => {
    const { rounds: made, clock, times } = rounds({ fails: 2 });
    made.outsideChanged();
    await clock.advance(1_000);
    expect(times).toEqual([10, 110, 310]);
  });

  it('now and then though nothing changed', async () => {
    const { rounds: made, clock, times } = rounds();
    made.outsideChanged();
    await clock.advance(31_000);
    expect(times).toEqual([10, 15_010, 30_010]);
  });
});

describe('upkeep', () => {
  it('comes after the first round, and then every 30 s at most', async () => {
    const { rounds: made, clock, upkeeps } = rounds();
    for (let n = 0; n < 70; n += 1) {
      made.inputChanged();
      await clock.advance(1_000);
    }
    expect(upkeeps).toEqual([100, 30_100, 60_100]);
  });

  it('asks for another round where it found something missing', async () => {
    const { rounds: made, clock, times } = rounds({ incomplete: 1 });
    made.outsideChanged();
    await clock.advance(100);
    expect(times).toEqual([10, 20]);
  });
});
