import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Decision } from '../../decisions/decision.ts';
import { delivering, quickClock } from '../../testing/delivering.ts';
import { testId } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { Outgoing } from './outgoing.ts';
import { SetAside, type Fate } from './set-aside.ts';

const decisionOf = (id: string) =>
  new Decision({
    ...{ id, at: 0, requestId: 'r', revision: '1.1', requestedModel: 'm' },
    ...{ attributes: {}, steps: [], candidates: [] },
    result: { result: 'serve', model: 'm', provider: 'p', status: 200, code: null, message: null },
  });

describe('a record at which the service fails', () => {
  it.each([500, 422])(
    'sets a record aside at which the service fails (%d), delivers all others, and tries it again later',
    async (status) => {
      let ahead = 0;
      const clock = { ...quickClock, monotonic: () => quickClock.monotonic() + ahead };
      await using all = await delivering({ clock });
      const isPoison = (record: unknown) =>
        [testId(70), testId(71)].includes((record as { id: string }).id);
      all.budget.failsAt = ({ usage }) => (usage.some(isPoison) ? status : undefined);
      all.ask(300);
      await waitFor(() => all.journal.counts.outcomes === 300 && all.journal.backlogBytes === 0);
      all.deliverer.start();
      await all.has(298);
      await waitFor(() => all.counts.setAside === 2);
      const told = all.logged.filter(({ event }) => event === 'usage_set_aside');
      expect(told.map(({ level, record }) => [level, String(record).slice(7, 43)])).toEqual([
        ['error', testId(70)],
        ['error', testId(71)],
      ]);
      expect(all.setAside.bytes).toBeGreaterThan(0);
      all.ask(1);
      await all.has(299);
      all.budget.failsAt = () => undefined;
      ahead = 3_600_000;
      await all.has(301);
      await waitFor(() => (all.setAside.bytes === 0 ? true : undefined));
      expect(all.outbox.leftBytes).toBe(0);
    },
    20_000,
  );

  it('counts the decisions of a batch that is set aside, which are kept nowhere', async () => {
    await using all = await delivering();
    all.budget.failsAt = () => 422;
    all.ask(1);
    await waitFor(() => all.journal.counts.outcomes === 1 && all.journal.backlogBytes === 0);
    all.decisions.add(decisionOf(testId(0)));
    all.deliverer.start();
    await waitFor(() => all.counts.setAside === 1);
    expect(all.counts.shedDecisions).toBe(1);
  });

  it('keeps what is set aside for the next process, and tells the service that it is of before', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'set-aside.jsonl');
    const batch = new Outgoing(1);
    batch.take('usage', '{"id":"a"}');
    await new SetAside({ path, session: 'one' }).keep(batch);
    await appendFile(path, '{"session":"torn');
    await new SetAside({ path, session: 'one' }).keep(batch);
    const sent: [boolean | undefined, string[]][] = [];
    const next = new SetAside({ path, session: 'two' });
    const taken = await next.sendAgain(({ isOlder, texts }) => {
      sent.push([isOlder, texts.usage]);
      return Promise.resolve(sent.length === 1 ? 'taken' : 'refused');
    });
    expect(taken).toEqual({ taken: 1, isLeft: false });
    expect(sent).toEqual([
      [true, ['{"id":"a"}']],
      [true, ['{"id":"a"}']],
    ]);
    expect(await next.sendAgain(() => Promise.resolve('taken'))).toMatchObject({ taken: 1 });
  });

  it('sends it again also while there is always something new to deliver', async () => {
    let ahead = 0;
    const clock = { ...quickClock, monotonic: () => quickClock.monotonic() + ahead };
    await using all = await delivering({ clock });
    const isPoison = (record: unknown) => (record as { id: string }).id === testId(1);
    let isSteady = false;
    let isMended = false;
    all.budget.failsAt = ({ usage }) => {
      // One more request has ended by the time at which this batch is answered.
      if (isSteady) all.ask(1);
      return !isMended && usage.some(isPoison) ? 422 : undefined;
    };
    all.ask(1);
    all.deliverer.start();
    await waitFor(() => all.counts.setAside === 1);
    isSteady = true;
    all.ask(1);
    await waitFor(() => all.budget.usage.size > 2);
    isMended = true;
    ahead = 3_600_000;
    await waitFor(() => all.budget.usage.has(testId(1)));
    isSteady = false;
    await waitFor(() => all.logged.some(({ event }) => event === 'usage_set_aside_delivered'));
  });

  it('goes on with the rest after the next batch where many are set aside, and begins with those that were not sent', async () => {
    await using directory = await temporaryDirectory();
    const setAside = new SetAside({
      path: join(directory.path, 'set-aside.jsonl'),
      session: 'one',
    });
    for (const id of ['a', 'b', 'c']) {
      const batch = new Outgoing(1);
      batch.take('usage', id);
      await setAside.keep(batch);
    }
    const sent: string[] = [];
    const send = ({ texts: { usage } }: Outgoing): Promise<Fate> => {
      sent.push(...usage);
      return Promise.resolve(sent.length === 2 ? 'later' : 'refused');
    };
    expect(await setAside.sendAgain(send)).toEqual({ taken: 0, isLeft: true });
    await setAside.sendAgain(send);
    expect(sent).toEqual(['a', 'b', 'b', 'c', 'a']);
  });

  it('sets nothing aside while the service fails at everything, or is away', async () => {
    await using all = await delivering();
    all.budget.failsAt = () => 503;
    all.ask(1);
    all.deliverer.start();
    await waitFor(() => all.counts.failures > 6);
    expect(all.counts.setAside).toBe(0);
    expect(all.deliverer.lagSeconds).toBeGreaterThan(0);
    all.budget.failsAt = () => undefined;
    await all.has(1);
  });
});
