import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Traffic, TrafficQuery } from '@aicp/ledger/query/recent-traffic';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeLedger } from '../spend/testing/fake-ledger.ts';
import { eventStream } from './event-stream.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import { RealtimeBoard, type RealtimeScope } from './realtime-board.ts';
import type { RealtimeMetrics } from './realtime-schema.ts';
import { droppingSlow } from '../streams/slow-reader.ts';
import { figuresOf } from './traffic-sums.ts';

const NOW = Date.UTC(2026, 10, 24, 12, 0, 1);
const ALL: RealtimeScope = { filter: {}, sinceMs: 0, isAll: true };

/** A ledger in memory, whose requests come one by one. */
class TrafficLedger extends FakeLedger {
  readonly requests: { atMs: number; latencyMs?: number; isFailed?: boolean }[] = [];
  readonly asked: TrafficQuery[] = [];
  isAway = false;

  async recentTraffic(query: TrafficQuery): Promise<Traffic[]> {
    this.asked.push(query);
    await Promise.resolve();
    if (this.isAway) throw new Error('away');
    const { from, to, stepMs } = query;
    return this.requests
      .filter(({ atMs }) => atMs >= from && atMs < to)
      .map(({ atMs, latencyMs = 100, isFailed = false }) => ({
        ...{ startsMs: Math.floor(atMs / stepMs) * stepMs, model: 'm', provider: 'p' },
        ...{ requests: 1, failures: isFailed ? 1 : 0, tokens: 10, latencyMs },
      }));
  }

  async deliveryState() {
    const state = (replica: string, ago: number, inFlight: number) => ({
      ...{ replica, lastContactMs: NOW - ago, inFlight, oldestLeftMs: undefined },
    });
    return await Promise.resolve([
      state('a', 1_000, 3),
      state('b', 9_000, 4),
      state('gone', 90_000, 5),
    ]);
  }
}

describe('figures of now', () => {
  let ledger: TrafficLedger;
  let clock: ManualClock;
  let board: RealtimeBoard;

  beforeEach(() => {
    ledger = new TrafficLedger();
    clock = new ManualClock(NOW);
    board = new RealtimeBoard({ ledger, timeZone: () => 'UTC', clock, log: recordingLog().log });
  });

  it('are of the last minute, of gateways that are heard of', async () => {
    ledger.requests.push(
      { atMs: NOW - 2_000 },
      { atMs: NOW - 58_000, isFailed: true },
      { atMs: NOW - 62_000 },
    );
    expect(await board.read(ALL)).toMatchObject({
      ...{ requests_per_minute: 2, error_rate: 0.5, tokens_per_minute: 20, active_requests: 7 },
      by_model: [{ model: 'm', requests_per_minute: 2 }],
    });
    expect(await board.read({ ...ALL, isAll: false })).toMatchObject({ active_requests: null });
  });

  it('are read once for all who ask within five seconds', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => board.read(ALL)));
    expect(new Set(answers).size).toBe(1);
    clock.jump(4_900);
    await board.read(ALL);
    expect(ledger.asked).toHaveLength(1);
    clock.jump(200);
    await board.read(ALL);
    expect(ledger.asked).toHaveLength(2);
  });

  it('take up what comes late within a minute, and read no more than that again', async () => {
    await board.read(ALL);
    ledger.requests.push({ atMs: NOW - 50_000 });
    let told = await board.read(ALL);
    for (let step = 0; step < 6; step += 1) {
      clock.jump(5_000);
      told = await board.read(ALL);
    }
    const point = told.points.find(
      ({ at }) => Date.parse(at) === Math.floor((NOW - 50_000) / 1e4) * 1e4,
    );
    expect(point?.requests_per_minute).toBe(6);
    const longest = Math.max(...ledger.asked.map(({ from, to }) => to - from));
    expect(longest).toBeLessThanOrEqual(100_000);
  });

  it('fill up to an hour of points, a minute at a time, while somebody reads', async () => {
    ledger.requests.push({ atMs: NOW - 3_550_000 });
    await board.read(ALL);
    for (let turn = 0; turn < 70; turn += 1) await clock.advance(100);
    await settle();
    const { points } = await board.read(ALL);
    expect(points).toHaveLength(360);
    expect(points.filter((point) => point.requests_per_minute > 0)).toHaveLength(1);
    await board.stop();
  });

  it('begin anew after nobody has read for long', async () => {
    ledger.requests.push({ atMs: NOW - 2_000 });
    await board.read(ALL);
    clock.jump(600_000);
    const { points } = await board.read(ALL);
    expect(points.every((point) => point.requests_per_minute === 0)).toBe(true);
    expect(points.length).toBeLessThan(11);
  });

  it('reject while the ledger is away, and come again afterwards', async () => {
    ledger.isAway = true;
    await expect(board.read(ALL)).rejects.toThrow('away');
    ledger.isAway = false;
    expect(await board.read(ALL)).toMatchObject({ requests_per_minute: 0 });
  });

  it('have no percentile of nothing, and those of all else', () => {
    expect(figuresOf([], 60_000)).toMatchObject({ p50_ms: null, error_rate: null });
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...{ startsMs: 0, model: 'm', provider: 'p', requests: 1, failures: 0, tokens: 0 },
      latencyMs: 100 - index,
    }));
    expect(figuresOf(rows, 60_000)).toMatchObject({ p50_ms: 50, p95_ms: 95, p99_ms: 99 });
  });
});

describe('a stream of them', () => {
  const metrics = (atMs: number): RealtimeMetrics =>
    ({ points: [{ at: new Date(atMs).toISOString() }] }) as unknown as RealtimeMetrics;
  const started = (more: Partial<Parameters<typeof eventStream>[0]> = {}) => {
    const clock = new ManualClock(NOW);
    const ending = new AbortController();
    const dropped: string[] = [];
    const figures = eventStream({
      ...{ clock, signal: ending.signal, after: 0 },
      ...{
        read: () => Promise.resolve(metrics(1_000)),
        holds: () => Promise.resolve(true),
      },
      ...more,
    });
    const events = droppingSlow(figures, { clock, drop: () => void dropped.push('dropped') });
    return { clock, ending, dropped, events };
  };

  it('tells each point once', async () => {
    const { events, clock } = started();
    await events.next();
    const first = await events.next();
    expect(first.value).toContain('id: 1000\nevent: metrics\n');
    expect(first.value).toContain('1970-01-01T00:00:01');
    const beat = events.next();
    await clock.advance(5_000);
    expect((await beat).value).toBe(': alive\n\n');
    const second = events.next();
    await clock.advance(5_000);
    expect((await second).value).toContain('"points":[]');
  });

  it('drops a client that takes nothing', async () => {
    const { events, clock, dropped } = started();
    await events.next();
    await clock.advance(29_000);
    expect(dropped).toEqual([]);
    await clock.advance(1_000);
    expect(dropped).toEqual(['dropped']);
    await events.return(undefined);
  });

  it('says that the figures cannot be read, and goes on', async () => {
    const { events } = started({ read: () => Promise.reject(new Error('away')) });
    await events.next();
    expect((await events.next()).value).toContain('event: unavailable');
  });

  it('ends when the service stops, and after five minutes', async () => {
    const { events, ending } = started();
    await events.next();
    await events.next();
    const next = events.next();
    await settle();
    ending.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('ends within seconds where its token does not hold any more', async () => {
    let isHeld = true;
    const { events, clock } = started({ holds: () => Promise.resolve(isHeld) });
    await events.next();
    await events.next();
    isHeld = false;
    const next = events.next();
    await clock.advance(5_000);
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('of one organization leaves places for others, however many callers it has', () => {
    const streams = new OpenStreams();
    const openAll = (organization: string | undefined) => {
      let opened = 0;
      try {
        for (;;) {
          streams.open(`${organization} ${Math.floor(opened / 5)}`, organization);
          opened += 1;
        }
      } catch {
        return opened;
      }
    };
    expect([openAll('acme'), openAll('globex'), openAll(undefined)]).toEqual([100, 50, 25]);
    expect(() => streams.open('acme 100', 'acme')).toThrow('its share');
  });

  it('has a place until it is closed, so many of one caller', () => {
    const streams = new OpenStreams();
    const open = Array.from({ length: 5 }, () => streams.open('a', 'acme'));
    expect(() => streams.open('a', 'acme')).toThrow('5 streams');
    expect(() => streams.open('b', 'acme')).not.toThrow();
    open[0]?.close();
    open[0]?.close();
    expect(() => streams.open('a', 'acme')).not.toThrow();
    expect(() => streams.open('a', 'acme')).toThrow();
    streams.end();
    expect(open[1]?.signal.aborted).toBe(true);
    expect(() => streams.open('c', 'acme')).toThrow('stopping');
  });
});
