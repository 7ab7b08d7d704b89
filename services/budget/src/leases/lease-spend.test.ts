import { testEngines } from '@aicp/common/database/testing/engines';
import { batchOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageOf } from '../testing/builders.ts';
import { startLeaseHome, USD, wishOf, type LeaseHome } from '../testing/lease-home.ts';
import { LeaseSpend } from './lease-spend.ts';

describe.each(testEngines())('what the ledger has of leases on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: LeaseHome;
    let ask: LeaseHome['ask'];
    let deliver: LeaseHome['deliver'];
    beforeAll(async () => {
      home = await startLeaseHome(engine);
      ({ ask, deliver } = home);
    });
    afterAll(() => home.stop());

    it('leave out of what the ledger has of a session what it spent before it counted', async () => {
      const at = (ms: number) => ({ team: 'late', at: new Date(ms).toISOString() });
      const now = Date.now();
      await deliver('g0-w', 0.1, at(now));
      const wish = (spent: number) =>
        wishOf('late', { since_ms: now, spent: String(spent), target: String(0.7 * USD) });
      expect(await ask('g0-w', wish(0.04 * USD))).toMatchObject({
        ingested: String(0.04 * USD),
        known: String(0.1 * USD),
      });
      await deliver('g0-w', 0.2, at(now - 1));
      await deliver('g0-w', 0.06, at(now + 1));
      expect(await ask('g0-w', wish(0.1 * USD))).toMatchObject({
        spent: String(0.36 * USD),
        ingested: String(0.1 * USD),
      });
      const told = await ask('g1-w', wishOf('late', { target: String(USD) }));
      expect(told).toMatchObject({ others: String(0.6 * USD), granted: String(0.04 * USD) });
    });

    it('say what is known to be spent: what the ledger has, and what gateways said beyond it', async () => {
      await deliver('g0-k', 0.3, { team: 'known' });
      await ask('g0-k', wishOf('known', { spent: String(0.5 * USD), held: '7' }));
      await ask('g1-k', wishOf('known', { spent: String(0.01 * USD) }));
      const told = await ask('g2-k', wishOf('known', { spent: '5' }));
      expect(told.known).toBe(String(0.51 * USD + 5));
    });

    it('count what comes of a counter that gateways lease, whether this service knows of its limit or not', async () => {
      const subject = { scope: 'key', organization: 'acme', value: 'new' } as const;
      await ask('g0-x', wishOf('', { subject, target: String(0.5 * USD) }));
      await deliver('g0-x', 0.2, { key: 'new' });
      const told = await ask('g1-x', wishOf('', { subject, target: String(USD) }));
      expect(told).toMatchObject({ others: String(0.3 * USD), granted: String(0.5 * USD) });
    });

    it('make no rows for tags that requests make up', async () => {
      const tags = { made: 'up' };
      await deliver('g0-t', 0.25, { organization: 'nasty', team: null, user: null, tags });
      const rows = await home.database.kysely
        .selectFrom('lease')
        .select('subject')
        .where('session', '=', 'g0-t')
        .where('subject', 'like', 'tag/%')
        .execute();
      expect(rows).toEqual([]);
    });

    it('are not lowered before anybody knows whose spend is counted: the batch is to come again', async () => {
      const early = new LeaseSpend(() => undefined);
      const sender = { replica: 'g0', session: 'g0-y', is_older: false };
      const batch = batchOf({ ...sender, usage: [usageOf(0.5, { team: 'early' })] });
      await expect(
        home.writer.ingest(batch, (tx, fresh) => early.note(tx, sender, fresh)),
      ).rejects.toMatchObject({ status: 503 });
      await home.writer.ingest(batch, (tx, fresh) => home.spend.note(tx, sender, fresh));
      expect((await ask('g1-y', wishOf('early'))).spent).toBe(String(0.5 * USD));
    });
  });
});
