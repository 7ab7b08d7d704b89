import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../store/rows.ts';
import { wait, type WaitingParts } from './waiting-steps.ts';

const NOW = Date.parse('2026-11-27T05:00:00Z');
const WEEK_MS = 604_800_000;

/** A step that waits until a moment, on a clock whose waits are over at once. */
async function waitUntil(until: string) {
  let now = NOW;
  const waited: (Date | undefined)[] = [];
  const parts: WaitingParts = {
    steps: {
      wait: (_execution, _path, { wakeAt }) => {
        waited.push(wakeAt);
        return Promise.resolve({ wake_at: wakeAt ?? null } as Step);
      },
    },
    persistence: { persist: (work) => work() },
    watch: { decision: () => Promise.reject(new Error('nobody is asked')) },
    clock: {
      ...systemClock,
      now: () => now,
      sleep: (ms) => {
        now += ms;
        return Promise.resolve();
      },
    },
  };
  const call = { path: 'rest', with: { until }, signal: new AbortController().signal };
  const result = await wait(parts)(call as unknown as Parameters<ReturnType<typeof wait>>[0]);
  return { result, waited };
}

const inMs = (ms: number): string => new Date(NOW + ms).toISOString();

describe('a step that waits until a moment', () => {
  it('ends at it, and at once where it has passed', async () => {
    const { result, waited } = await waitUntil(inMs(WEEK_MS));
    expect(result).toEqual({ ok: true, output: { until: inMs(WEEK_MS) } });
    expect(waited).toHaveLength(1);
    const past = await waitUntil(inMs(-1));
    expect(past).toMatchObject({ result: { ok: true }, waited: [] });
  });

  it('fails where it is more than a week away, and is not tried again', async () => {
    const { result, waited } = await waitUntil(inMs(WEEK_MS + 1));
    expect(result).toEqual({
      ...{ ok: false, isRetryable: false },
      error: `until is ${inMs(WEEK_MS + 1)}, more than a week (604800 seconds) from now: name an earlier moment`,
    });
    expect(waited).toEqual([]);
  });
});
