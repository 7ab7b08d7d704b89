import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it, describe } from 'vitest';
import { keptLog } from '../../testing/journal-lines.ts';
import { Alarms } from './alarms.ts';
import { Deadlines, type Deadline } from './deadlines.ts';
import { isWorthRetrying, noRoom, refusalOf, retryAfterMs, type Failure } from './failure.ts';

describe('alarms', () => {
  it('the first warning about a subject is logged at once, and those that follow once a minute with their number', () => {
    const clock = new ManualClock(0);
    const { log, logged } = keptLog();
    const alarms = new Alarms({ log, clock });
    for (let second = 0; second <= 60; second += 1) {
      alarms.warn('failed', 'a', { provider: 'a' });
      if (second === 5) alarms.warn('failed', 'b', { provider: 'b' });
      clock.jump(1000);
    }
    expect(logged.map(({ provider, again }) => [provider, again])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['a', 59],
    ]);
  });
});

setFlagsFromString('--expose-gc');
// As the gateway's process is started: V8 would put what is made at a place whose first objects lived long among the old ones.
setFlagsFromString('--no-allocation-site-pretenuring');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

describe('deadlines', () => {
  const unexpected = (error: unknown) => {
    throw error;
  };

  it('a deadline is called once, within a tick of its time', async () => {
    const clock = new ManualClock(0);
    const deadlines = new Deadlines(clock, unexpected);
    const called: number[] = [];
    deadlines.add(2000, () => called.push(clock.monotonic()));
    await clock.advance(1999);
    expect(called).toEqual([]);
    await clock.advance(5000);
    expect(called).toEqual([2000]);
  });

  it('a deadline that is moved is called at its new time, and one that is removed never', async () => {
    const clock = new ManualClock(0);
    const deadlines = new Deadlines(clock, unexpected);
    const called: number[] = [];
    const moved = deadlines.add(100, () => called.push(clock.monotonic()));
    const removed = deadlines.add(100, () => called.push(-1));
    await clock.advance(90);
    moved.dueAt = 300;
    deadlines.remove(removed);
    await clock.advance(1000);
    expect(called).toEqual([300]);
  });

  it('deadlines are looked at again after there were none for a while', async () => {
    const clock = new ManualClock(0);
    const deadlines = new Deadlines(clock, unexpected);
    const called: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      deadlines.add(clock.monotonic() + 50, () => called.push(clock.monotonic()));
      await clock.advance(500);
    }
    expect(called).toEqual([50, 550]);
  });

  it('a deadline whose callback throws keeps no other from its time', async () => {
    const clock = new ManualClock(0);
    const faults: unknown[] = [];
    const deadlines = new Deadlines(clock, (error) => faults.push(error));
    const called: number[] = [];
    deadlines.add(50, () => {
      throw new Error('on purpose');
    });
    deadlines.add(50, () => called.push(clock.monotonic()));
    await clock.advance(100);
    deadlines.add(200, () => called.push(clock.monotonic()));
    await clock.advance(200);
    expect(called).toEqual([50, 200]);
    expect(faults).toEqual([new Error('on purpose')]);
  });

  it('what a deadline holds is garbage as soon as it is removed, however old the collection of deadlines is', () => {
    const deadlines = new Deadlines(new ManualClock(0), unexpected);
    const holding = (): Deadline => {
      const held = Array.from({ length: 1000 }, (_, index) => index + Math.random());
      return deadlines.add(1000, () => held.length);
    };
    const open = Array.from({ length: 32 }, holding);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let request = 0; request < 4000; request += 1) {
      deadlines.remove(open[request % 32]!);
      open[request % 32] = holding();
    }
    collect({ type: 'minor' });
    // 4,000 × 8 kB is 32 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
  });
});

describe('failure', () => {
  it.each([
    ['connection', 502, true],
    ['timeout', 504, false],
    ['busy', 429, true],
    ['server_error', 502, true],
    ['credential', 502, false],
    ['unexpected', 502, false],
    ['overloaded', 503, false],
    ['fault', 500, false],
  ] as const)('%s is told as %s; worth another try at the same provider: %s', (...expected) => {
    const [kind, status, isWorth] = expected;
    const failure: Failure = { kind, detail: 'why' };
    expect(refusalOf(failure, 'gpt-4o').status).toBe(status);
    expect(isWorthRetrying(failure)).toBe(isWorth);
  });

  it.each([
    ['full', 'no memory left for this answer', 'fill the memory that they may have'],
    ['organization_share', 'this organization has its share', 'this organization has its share'],
    ['key_share', 'this key has its share', 'this key has its share'],
  ] as const)('of memory says whose it is: %s', (missing, told, logged) => {
    const failure = noRoom(missing);
    expect(failure.detail).toContain(logged);
    expect(refusalOf(failure, 'm')).toMatchObject({ status: 503, code: 'overloaded' });
    expect(refusalOf(failure, 'm').message).toContain(told);
  });

  it('tells no client to wait for ever', () => {
    const { headers } = refusalOf({ kind: 'busy', detail: 'why', retryAfterMs: Infinity }, 'm');
    expect(headers).toEqual(['retry-after', '1']);
  });

  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 7000],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:20 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after-ms': 'soon', 'retry-after': '3' }, 3000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after-ms': '0.25' }, 0.25],
    [{ 'retry-after': '1e999' }, Infinity],
    [{ 'retry-after': '99999999999' }, Infinity],
    [{ 'retry-after': '3601' }, Infinity],
    [{ 'retry-after': 'Sun, 06 Nov 2094 08:49:37 GMT' }, Infinity],
    [{ 'retry-after': 'soon' }, Infinity],
    [{ 'retry-after': '' }, Infinity],
    [{ 'retry-after-ms': '1e999' }, Infinity],
    [{}, undefined],
  ])('%j asks to wait %s ms', (headers, wait) => {
    expect(retryAfterMs(headers, Date.UTC(1994, 10, 6, 8, 49, 30))).toBe(wait);
  });
});
