import { mkdir, rm, writeFile } from 'node:fs/promises';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { Decision } from '../../decisions/decision.ts';
import { keptLog, testId } from '../../testing/journal-lines.ts';
import { delivering, quickClock } from '../../testing/delivering.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { CursorFile } from './cursor-file.ts';

describe('the deliverer', () => {
  it('delivers within a second, says how much is under way, and that nothing is left', async () => {
    await using all = await delivering({ clock: systemClock });
    all.deliverer.start();
    await waitFor(() => all.budget.batches.length > 0);
    const began = performance.now();
    all.ask(3);
    await all.has(3);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(all.budget.batches.at(-1)).toMatchObject({
      replica: 'gateway-7',
      in_flight: 3,
      oldest_left_at: null,
    });
    await waitFor(() => all.counts.delivered.usage === 3);
    expect(all.deliverer.report()).toMatchObject({ mode: 'ok', lag_seconds: 0 });
  });

  it('says that its replica lives, where there is nothing to deliver', async () => {
    await using all = await delivering();
    all.deliverer.start();
    await waitFor(() => all.budget.batches.length > 0);
    expect(all.budget.batches[0]).toMatchObject({ usage: [], replica: 'gateway-7' });
  });

  it('takes up a token that was renewed', async () => {
    await using all = await delivering();
    all.deliverer.start();
    all.ask(1);
    await all.has(1);
    await writeFile(all.tokenFile, 'second');
    all.ask(1);
    await all.has(2);
    expect([...all.budget.tokens]).toEqual(['Bearer first', 'Bearer second']);
  });

  it('delivers at least once, the oldest first, whatever the service does', async () => {
    await using all = await delivering();
    all.budget.plan = [
      { status: 500 },
      'cuts',
      'takes and cuts',
      { status: 401 },
      { status: 503, headers: { 'retry-after': '1' } },
    ];
    all.ask(40);
    all.deliverer.start();
    await all.has(40);
    await waitFor(() => all.counts.delivered.usage === 40);
    expect(all.budget.order).toEqual(all.budget.order.toSorted());
    expect(all.counts.failures).toBe(5);
    const events = all.logged.map(({ event }) => event);
    expect(events).toContain('usage_not_delivered');
    await waitFor(() => all.logged.some(({ event }) => event === 'usage_delivered_again'));
  });

  it('does not warn that a service is away which starts with it, but does where it stays away', async () => {
    let ahead = 0;
    const clock = { ...quickClock, monotonic: () => quickClock.monotonic() + ahead };
    await using all = await delivering({ clock });
    const events = () => all.logged.map(({ event }) => event);
    all.budget.usually = 'cuts';
    all.deliverer.start();
    await waitFor(() => all.counts.failures >= 5);
    expect(events()).not.toContain('usage_not_delivered');
    ahead = 20_000;
    await waitFor(() => events().includes('usage_not_delivered'));
    all.budget.usually = 'takes';
    await waitFor(() => events().includes('usage_delivered_again'));
    expect(events().filter((event) => event === 'usage_not_delivered')).toHaveLength(1);
  });

  it('warns after four failures that a service is away which was there before', async () => {
    await using all = await delivering();
    all.deliverer.start();
    await waitFor(() => all.budget.batches.length > 0);
    all.budget.usually = 'cuts';
    all.ask(1);
    await waitFor(() => all.logged.some(({ event }) => event === 'usage_not_delivered'));
    expect(all.counts.failures).toBe(4);
  });

  it('waits as long as the service asks', async () => {
    const waits: number[] = [];
    const sleep: Clock['sleep'] = (ms, signal) => {
      waits.push(ms);
      return quickClock.sleep(Math.min(ms, 100), signal);
    };
    await using all = await delivering({ clock: { ...quickClock, sleep } });
    all.budget.plan = [{ status: 429, headers: { 'retry-after': '70' } }];
    all.ask(1);
    all.deliverer.start();
    await all.has(1);
    expect(waits).toContain(70_000);
  });

  it('sends less at a time to a service that calls its batches too large, and more again later', async () => {
    await using all = await delivering();
    all.budget.plan = [{ status: 413 }, { status: 413 }, { status: 400 }];
    all.ask(300);
    await waitFor(() => all.journal.counts.outcomes === 300 && all.journal.backlogBytes === 0);
    all.deliverer.start();
    await all.has(300);
    const sizes = all.budget.batches.map(({ usage }) => usage.length).filter((size) => size > 0);
    expect(sizes).toEqual([300, 150, 75, ...Array<number>(7).fill(38), 34]);
    all.ask(100);
    await all.has(400);
  });

  it('tells of records that the service cannot read, and does not send them again', async () => {
    await using all = await delivering();
    all.budget.refuses = (part, record) =>
      part === 'usage' && (record as { id: string }).id === testId(2) ? 'no such model' : undefined;
    all.ask(3);
    all.deliverer.start();
    await all.has(2);
    await waitFor(() => all.counts.refused.usage === 1);
    expect(all.counts.delivered.usage).toBe(2);
    const told = all.logged.filter(({ event }) => event === 'usage_refused');
    expect(told).toMatchObject([{ level: 'warn', reason: 'usage: no such model', records: 1 }]);
    all.ask(1);
    await all.has(3);
    expect(all.counts.refused.usage).toBe(1);
  });

  it('says that records are late while the service is away, and that they are not once it is back', async () => {
    let ahead = 0;
    const clock = { ...quickClock, now: () => Date.now() + ahead };
    await using all = await delivering({ clock });
    all.budget.usually = 'cuts';
    all.ask(1);
    all.deliverer.start();
    await waitFor(() => all.counts.failures > 1);
    ahead = 3_600_000;
    await waitFor(() => all.changes() === 1);
    expect(all.deliverer.report().mode).toBe('late');
    expect(all.deliverer.report().left).toBeGreaterThan(0);
    expect(all.deliverer.lagSeconds).toBeGreaterThan(3000);
    all.budget.usually = 'takes';
    await all.has(1);
    await waitFor(() => all.deliverer.report().mode === 'ok');
    expect(all.changes()).toBe(2);
  });

  it('delivers what is left when it stops, and leaves on the disk what it cannot', async () => {
    await using all = await delivering();
    all.deliverer.start();
    all.ask(5);
    await waitFor(() => all.journal.counts.outcomes === 5);
    all.journal.tick();
    await all.deliverer.stop(5000);
    expect(all.budget.usage.size).toBe(5);
    const cursor = new CursorFile({ path: all.cursor, log: keptLog().log });
    expect(await cursor.load()).toMatchObject({ segment: 1 });
  });

  it('says that records are late while the disk does not take up to where all is delivered', async () => {
    let ahead = 0;
    const clock = { ...quickClock, now: () => Date.now() + ahead };
    await using all = await delivering({ clock });
    all.deliverer.start();
    all.ask(1);
    await all.has(1);
    await waitFor(() => all.counts.delivered.usage === 1);
    // A folder in its place takes nothing.
    await rm(all.cursor);
    await mkdir(all.cursor);
    all.ask(1);
    await all.has(2);
    await waitFor(() => all.counts.delivered.usage === 2);
    all.ask(1);
    await waitFor(() => all.counts.failures > 1);
    ahead = 3_600_000;
    await waitFor(() => all.deliverer.report().mode === 'late');
    expect(all.budget.usage.size).toBe(2);
    await rm(all.cursor, { recursive: true });
    await all.has(3);
    await waitFor(() => all.deliverer.report().mode === 'ok');
    const levels = all.logged.filter(({ level }) => level === 'error').map(({ event }) => event);
    expect(levels).toEqual(['usage_cursor_not_saved']);
  });

  it('stops in its time where the service hangs', async () => {
    await using all = await delivering();
    all.budget.usually = 'hangs';
    all.ask(5);
    all.deliverer.start();
    await waitFor(() => all.budget.batches.length > 0);
    await all.deliverer.stop(50);
    expect(all.outbox.leftBytes).toBeGreaterThan(0);
  });

  it('delivers decisions where they are kept, and sheds them before records of usage', async () => {
    const decision = (index: number) =>
      new Decision({
        id: testId(index),
        at: 0,
        requestId: 'r',
        revision: '1.1',
        requestedModel: 'm',
        attributes: {},
        steps: [],
        candidates: [],
        result: {
          result: 'fail',
          model: null,
          provider: null,
          status: 503,
          code: null,
          message: null,
        },
      });
    await using all = await delivering();
    all.budget.plan = ['cuts'];
    for (let index = 0; index < 2500; index += 1) all.decisions.add(decision(index));
    expect(all.counts.shedDecisions).toBe(500);
    all.ask(1);
    await waitFor(() => all.journal.counts.outcomes === 1);
    all.journal.tick();
    all.deliverer.start();
    await all.has(1);
    await waitFor(() => all.decisions.size === 0);
    expect(all.counts.shedDecisions).toBe(1500);
    await waitFor(() => all.budget.decisions.size === 1000);
    await using none = await delivering({ keeps: false });
    none.decisions.add(decision(1));
    expect(none.decisions.size).toBe(0);
  });
});
