import { testEngines } from '@aicp/common/database/testing/engines';
import { leaseAnswer } from '@aicp/contracts/budgets/lease-call';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MONTH, startLeaseHome, USD, wishOf, type LeaseHome } from '../testing/lease-home.ts';

describe.each(testEngines())('leases on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: LeaseHome;
    let ask: LeaseHome['ask'];
    let deliver: LeaseHome['deliver'];
    beforeAll(async () => {
      home = await startLeaseHome(engine);
      ({ ask, deliver } = home);
    });
    afterAll(() => home.stop());

    it('give out what is left, and no more, whoever asks', async () => {
      const wish = (target: number) => wishOf('a', { target: String(target) });
      expect((await ask('g0-1', wish(0.7 * USD))).granted).toBe(String(0.7 * USD));
      expect(await ask('g1-1', wish(0.7 * USD))).toMatchObject({
        granted: String(0.3 * USD),
        others: String(0.7 * USD),
        spent: '0',
      });
      expect((await ask('g0-1', wish(0.2 * USD))).granted).toBe(String(0.2 * USD));
      expect((await ask('g1-1', wish(0.9 * USD))).granted).toBe(String(0.8 * USD));
    });

    it('count what comes into the ledger once: it is spent, and not outstanding any more', async () => {
      await ask('g0-1', wishOf('b', { target: String(USD) }));
      await deliver('g0-1', 0.4, { team: 'b' });
      const told = await ask('g1-1', wishOf('b', { target: String(USD) }));
      expect(told).toMatchObject({
        spent: String(0.4 * USD),
        others: String(0.6 * USD),
        granted: '0',
        base: '0',
      });
      await deliver('g2-1', 0.1, { team: 'b' });
      await ask('g0-1', wishOf('b', { spent: String(0.4 * USD), target: String(0.4 * USD) }));
      const later = await ask('g1-1', wishOf('b', { target: String(USD) }));
      expect(later).toMatchObject({
        spent: String(0.5 * USD),
        granted: String(0.5 * USD),
        base: String(0.1 * USD),
      });
    });

    it.each([
      { scope: 'model', value: 'gpt' },
      { scope: 'tag', value: 'job=1' },
    ] as const)(
      'of what the platform counts by $scope leave out what organizations pay',
      async (of) => {
        const subject = { ...of, organization: undefined };
        const wish = (target: number) => wishOf('', { subject, target: String(target) });
        await ask(`g0-${of.scope}`, wish(0.5 * USD));
        const paid = { team: 'p', tags: { job: '1' } };
        await deliver(`g0-${of.scope}`, 0.125, { ...paid, model_served: 'ours' });
        const own = { ...paid, payer: 'organization' } as const;
        await deliver(`g0-${of.scope}`, 0.25, { ...own, model_served: 'ours' });
        await deliver(`g0-${of.scope}`, 0.25, { ...own, model_served: 'gpt' });
        const told = await ask(`g1-${of.scope}`, wish(USD));
        const before = Number(told.spent) - 0.125 * USD;
        expect(told).toMatchObject({
          others: String(0.375 * USD),
          granted: String(0.5 * USD - before),
        });
      },
    );

    it('pass over a call that comes after a later one', async () => {
      const late = home.call('g0-1', { counters: [wishOf('c', { target: String(USD) })] });
      expect((await ask('g0-1', wishOf('c', { target: '5' }))).granted).toBe('5');
      expect((await home.store.answer(late)).counters[0]?.granted).toBe('5');
    });

    it('keep what a process held that died until its gateway has delivered what that one spent', async () => {
      await ask('g0-1', wishOf('d', { target: String(0.8 * USD) }));
      const left = async () => (await ask('g1-1', wishOf('d', { target: String(USD) }))).granted;
      expect(await left()).toBe(String(0.2 * USD));
      await deliver('g0-2', 0.1, { team: 'd' }, true);
      await deliver('g0-2', 0.05, { team: 'd', completion: 'unknown', source: 'estimate' });
      expect(await ask('g1-1', wishOf('d', { target: String(0.2 * USD) }))).toMatchObject({
        spent: String(0.15 * USD),
        others: String(0.65 * USD),
      });
      await home.store.answer(home.call('g0-2', { has_delivered_older: true }));
      expect(await left()).toBe(String(0.85 * USD));
    });

    it.each(['n\u0000ul', 'half \ud800'])(
      'count what was spent under a name that no row can hold: %j',
      async (name) => {
        const subjects = [
          { scope: 'tag', organization: 'nasty', value: `tag=${name}` },
          { scope: 'user', organization: 'nasty', value: name },
        ] as const;
        const wishes = subjects.map((subject) => wishOf('', { subject, target: String(USD) }));
        for (const wish of wishes) await ask('g0-n', wish);
        const of = { organization: 'nasty', team: null, user: name, tags: { tag: name } };
        await deliver('g0-n', 0.25, of);
        for (const wish of wishes) {
          const told = await ask('g1-n', { ...wish, target: '0' });
          expect(told).toMatchObject({ spent: String(0.25 * USD), others: String(0.75 * USD) });
        }
      },
    );

    it('count what was spent under names that are too long for an index', async () => {
      const long = Array.from({ length: 2_000 }, (_, index) =>
        String.fromCharCode(0x4e00 + ((index * 7_919) % 20_000)),
      ).join('');
      await deliver('g0-l', 0.25, { organization: 'nasty', user: long, request_id: long });
      const subject = { scope: 'user', organization: 'nasty', value: long.slice(0, 600) } as const;
      expect(await ask('g1-l', wishOf('', { subject }))).toMatchObject({
        spent: String(0.25 * USD),
      });
    });

    it('tell what requests under way have reserved', async () => {
      await ask('g0-1', wishOf('e', { held: '30' }));
      await ask('g1-1', wishOf('e', { held: '12' }));
      const name = `${MONTH.startsMs} ${MONTH.endsMs} team/acme/e`;
      expect((await home.store.reserved()).get(name)).toEqual({
        reserved: 42n,
        refusedAt: undefined,
      });
    });

    it('tell by which limit requests were refused, while the period lasts, whatever becomes of who refused them', async () => {
      const name = `${MONTH.startsMs} ${MONTH.endsMs} team/acme/r`;
      const told = async () => (await home.store.reserved()).get(name);
      await ask('g0-r', wishOf('r', { refused_at: '70', held: '30' }));
      await ask('g0-r', wishOf('r', { held: '30' }));
      await ask('g1-r', wishOf('r', { refused_at: '9', target: '5' }));
      expect(await told()).toEqual({ reserved: 30n, refusedAt: 70n });
      // The gateway begins anew, and has delivered all that it spent before.
      await home.store.answer(home.call('g0-s', { has_delivered_older: true }));
      expect(await told()).toEqual({ reserved: 0n, refusedAt: 70n });
      expect(await ask('g1-r', wishOf('r', { target: '5' }))).toMatchObject({ others: '0' });
      await home.database.kysely
        .updateTable('lease')
        .set({ heard_at: sql<Date>`now() - interval '1 day'` })
        .where('session', 'like', '%-r')
        .execute();
      expect(await told()).toEqual({ reserved: 0n, refusedAt: 70n });
    });

    it('tell nothing as reserved by a gateway that has not been heard of for ten seconds, whose grants stay its own', async () => {
      await ask('g0-dead', wishOf('left', { held: String(0.3 * USD) }));
      await home.database.kysely
        .updateTable('lease')
        .set({ heard_at: sql<Date>`now() - interval '11 seconds'` })
        .where('session', '=', 'g0-dead')
        .execute();
      const told = await ask('g1-dead', wishOf('left', { held: '12' }));
      const name = `${MONTH.startsMs} ${MONTH.endsMs} team/acme/left`;
      expect((await home.store.reserved()).get(name)?.reserved).toBe(12n);
      expect(told.others).toBe(String(0.3 * USD));
    });

    it('are told within what an answer can hold, whatever anybody said', async () => {
      const most = '9'.repeat(20);
      const wish = wishOf('most', { spent: most, held: most, target: most });
      for (const session of ['g0-m', 'g1-m', 'g2-m']) {
        const { counters } = await home.store.answer(home.call(session, { counters: [wish] }));
        expect(leaseAnswer.safeParse({ valid_ms: 1, counters }).error).toBeUndefined();
      }
      await deliver('g0-m', -5, { team: 'below' });
      const { counters } = await home.store.answer(
        home.call('g3-m', { counters: [wishOf('below')] }),
      );
      expect(leaseAnswer.safeParse({ valid_ms: 1, counters }).error).toBeUndefined();
    });

    it('tell those who lack something what others do not use, and others that it is sought, in turn', async () => {
      const wish = (spent: number, target: number, needed?: number) =>
        wishOf('sought', {
          ...{ spent: String(spent), target: String(target) },
          ...(needed === undefined ? {} : { needed: String(needed) }),
        });
      expect(await ask('g0-s', wish(0, 0.9 * USD))).toMatchObject({ is_sought: false, idle: '0' });
      await ask('g0-s', wish(0.2 * USD, 0.9 * USD));
      const lacking = await ask('g1-s', wish(0, 0.5 * USD, 0.5 * USD));
      expect(lacking).toMatchObject({ granted: String(0.1 * USD), idle: String(0.7 * USD) });
      expect(await ask('g2-s', wish(0, 0.4 * USD, 0.4 * USD))).toMatchObject({ is_sought: true });
      expect(await ask('g1-s', wish(0, 0.5 * USD, 0.5 * USD))).toMatchObject({ is_sought: false });
      expect(await ask('g0-s', wish(0.2 * USD, 0.9 * USD))).toMatchObject({ is_sought: true });
      await ask('g0-s', wish(0.2 * USD, 0.2 * USD));
      expect((await ask('g1-s', wish(0, 0.5 * USD, 0.5 * USD))).granted).toBe(String(0.5 * USD));
      expect(await ask('g2-s', wish(0, 0.3 * USD, 0.3 * USD))).toMatchObject({
        granted: String(0.3 * USD),
        is_sought: false,
      });
      expect(await ask('g0-s', wish(0.2 * USD, 0.2 * USD))).toMatchObject({ is_sought: false });
    });

    it('expect nothing back of those who have not spoken for some seconds', async () => {
      await ask('g0-q', wishOf('quiet', { target: String(USD) }));
      await home.database.kysely
        .updateTable('lease')
        .set({ heard_at: sql<Date>`now() - interval '4 seconds'` })
        .where('subject', '=', 'team/acme/quiet')
        .execute();
      const wish = wishOf('quiet', { target: '5', needed: '5' });
      expect(await ask('g1-q', wish)).toMatchObject({ granted: '0', idle: '0' });
    });

    it('give back what nobody speaks of any more, after a while', async () => {
      await ask('g0-1', wishOf('f', { target: String(USD) }));
      await home.database.kysely
        .updateTable('lease')
        .set({ heard_at: sql<Date>`now() - interval '21 minutes'` })
        .where('subject', '=', 'team/acme/f')
        .execute();
      expect((await ask('g1-1', wishOf('f', { target: String(USD) }))).granted).toBe(String(USD));
    });

    it('never give out more than there is while gateways ask, spend and deliver at once', async () => {
      const gateways = ['g0-9', 'g1-9', 'g2-9', 'g3-9'];
      let total = 0;
      const run = async (session: string): Promise<void> => {
        let [granted, spent] = [0, 0];
        for (let turn = 0; turn < 12; turn += 1) {
          const step = 20_000_000 + turn * 1_000_000;
          if (granted < spent + step) {
            const wish = wishOf('race', { spent: String(spent), target: String(spent + step) });
            granted = Number((await ask(session, wish)).granted);
          }
          if (granted < spent + step) continue;
          spent += step;
          total += step;
          await deliver(session, step / USD, { team: 'race' });
        }
      };
      await Promise.all(gateways.map(run));
      expect(total).toBeLessThanOrEqual(USD);
      expect(total).toBeGreaterThan(0.9 * USD);
    });
  });
});
