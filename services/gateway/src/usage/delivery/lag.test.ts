import { describe, expect, it } from 'vitest';
import { delivering, quickClock } from '../../testing/delivering.ts';
import { waitFor } from '../../testing/wait-for.ts';

const MINUTES_MS = 600_000;

/** A clock that runs ahead. */
const aheadBy = (ms: number) => ({ ...quickClock, now: () => Date.now() + ms });

describe('the lag of a delivery', () => {
  it('stays between the batches of a catch-up, until nothing is left', async () => {
    await using all = await delivering({ clock: aheadBy(MINUTES_MS) });
    const { outbox } = all;
    const [taken, next] = [outbox.taken.bind(outbox), outbox.next.bind(outbox)];
    const between: [boolean, number, string][] = [];
    const look = () => {
      const { lag_seconds: lag, mode } = all.deliverer.report();
      between.push([all.budget.usage.size === 2500, lag, mode]);
    };
    outbox.taken = async (batch) => {
      look();
      await taken(batch);
      look();
    };
    outbox.next = async (most) => {
      look();
      return await next(most);
    };
    all.ask(2500);
    await waitFor(() => all.journal.counts.outcomes === 2500 && all.journal.backlogBytes === 0);
    await outbox.next(1);
    await outbox.returned();
    between.length = 0;
    all.deliverer.start();
    await all.has(2500);
    await waitFor(() => all.deliverer.report().mode === 'ok');
    // The first look is before anything is known.
    const during = between.slice(1).filter(([isAll]) => !isAll);
    expect(during.length).toBeGreaterThan(5);
    expect(during.every(([, lag, mode]) => lag > 500 && mode === 'late')).toBe(true);
    expect(all.deliverer.lagSeconds).toBe(0);
    expect(all.changes()).toBe(2);
  });

  it('grows from then on at which the journal cannot be read, which is told once as an error', async () => {
    let ahead = 0;
    const clock = { ...quickClock, now: () => Date.now() + ahead };
    await using all = await delivering({ clock });
    all.deliverer.start();
    await waitFor(() => all.budget.batches.length > 0);
    const { outbox } = all;
    const next = outbox.next.bind(outbox);
    let fails = 0;
    outbox.next = () => {
      fails += 1;
      return Promise.reject(Object.assign(new Error('EIO: injected'), { code: 'EIO' }));
    };
    await waitFor(() => fails > 2);
    ahead = MINUTES_MS;
    await waitFor(() => all.changes() === 1);
    expect(all.deliverer.report().mode).toBe('late');
    expect(all.deliverer.lagSeconds).toBeGreaterThan(500);
    const errors = () => all.logged.filter(({ level }) => level === 'error');
    expect(errors().map(({ event }) => event)).toEqual(['usage_not_read']);
    outbox.next = next;
    await waitFor(() => all.deliverer.report().mode === 'ok');
    expect(all.deliverer.lagSeconds).toBe(0);
    expect(all.logged.map(({ event }) => event)).toContain('usage_read_again');
    expect(errors()).toHaveLength(1);
  });
});
