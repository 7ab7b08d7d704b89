import { describe, expect, it } from 'vitest';
import type { Execution } from '../store/rows.ts';
import { taskEvents } from './task-watch.ts';

const AT = new Date('2026-11-01T00:00:00Z');

const execution = (more: Partial<Execution>): Execution =>
  ({
    ...{ id: 'e-1', context_id: null, created_at: AT, started_at: null, ended_at: null },
    ...{ status: 'pending', version: '0', output: null, error: null },
    ...more,
  }) as Execution;

const pending = execution({});
const begun = { started_at: new Date(AT.getTime() + 1_000) };
const running = execution({ ...begun, status: 'running', version: '1' });
const completed = execution({
  ...{ ...begun, status: 'completed', version: '9', output: 'done' },
  ended_at: new Date(AT.getTime() + 2_000),
});

/** Time stands still: each look comes at once. */
const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };

interface Told {
  readonly kind: string;
  readonly status?: { readonly state: string; readonly timestamp: string };
}

/** What a stream of 0.3 tells of a course, of which each look finds the next. */
async function toldOf(first: Execution, ...course: readonly Execution[]) {
  const left = [...course];
  const executions = {
    find: () => Promise.resolve(left.shift()),
    steps: () => Promise.resolve([]),
  };
  const { signal } = new AbortController();
  const told: (readonly [kind: string, state?: string, at?: string])[] = [];
  const parts = { executions, clock };
  for await (const event of taskEvents(first, parts, {
    signal,
    version: '0.3',
    seesStill: () => true,
  })) {
    const { kind, status } = event as Told;
    told.push(status ? [kind, status.state, status.timestamp.slice(17, 19)] : [kind]);
  }
  return told;
}

describe('a stream of a task', () => {
  const whole = [
    ['task', 'submitted', '00'],
    ['status-update', 'working', '01'],
    ['artifact-update'],
    ['status-update', 'completed', '02'],
  ];

  it('tells that it is worked at, and what came of it', async () => {
    expect(await toldOf(pending, running, completed)).toEqual(whole);
  });

  it('tells so too where it ended before anybody looked again', async () => {
    expect(await toldOf(pending, pending, completed)).toEqual(whole);
  });

  it('does not of one that ended before it began, nor of one that is over when it is asked for', async () => {
    const cancelled = execution({ status: 'cancelled', version: '1', ended_at: AT });
    expect(await toldOf(pending, cancelled)).toEqual([
      ['task', 'submitted', '00'],
      ['status-update', 'canceled', '00'],
    ]);
    expect(await toldOf(completed)).toEqual([['task', 'completed', '02']]);
  });
});
