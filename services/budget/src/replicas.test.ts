import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BudgetFixture } from './testing/budget-fixture.ts';
import { budgetOf, usageOf } from './testing/builders.ts';

const postgresql = testEngines().filter(({ name }) => name === 'PostgreSQL');
const sections = { budgets: [budgetOf('ml', 10), budgetOf('all', 10, { scope: 'global' })] };

describe.each(postgresql)('two replicas on one $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: TestDatabase;
    let first: BudgetFixture;
    let second: BudgetFixture;

    beforeAll(async () => {
      home = await engine.start();
      const start = async (instance: string): Promise<BudgetFixture> =>
        await BudgetFixture.start({ sections, database: home.location, instance });
      [first, second] = await Promise.all([start('budget-0'), start('budget-1')]);
    }, 90_000);
    afterAll(async () => {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
      await home.stop();
    });

    const spentOf = async (replica: BudgetFixture, id: string): Promise<unknown> =>
      (await replica.get(`/budgets/${id}`)).body['spent_usd'];
    const reports = (replica: BudgetFixture) => replica.operator.polls.some(({ spend }) => spend);

    it('both know what either of them took, and count it once', async () => {
      const record = usageOf(4);
      await first.deliver({ usage: [record] });
      await second.deliver({ usage: [usageOf(1), record] });
      for (const replica of [first, second]) {
        await until('it is known', async () => (await spentOf(replica, 'ml')) === 5, 4_000);
      }
    });

    it('both know what came late, of days before', async () => {
      const at = new Date(Date.now() - 26 * 3_600_000).toISOString();
      const month = new Date(at).getUTCMonth() === new Date().getUTCMonth();
      await first.deliver({ usage: [usageOf(2, { at })] });
      const expected = month ? 7 : 5;
      await until('it is known', async () => (await spentOf(second, 'ml')) === expected, 4_000);
    });

    it('tell each alert once', async () => {
      await second.deliver({ usage: [usageOf(5)] });
      const told = async () =>
        ((await first.get('/alerts')).body as unknown as { budget_id: string }[]).filter(
          ({ budget_id }) => budget_id === 'all',
        );
      await until('it is told', async () => (await told()).length > 0, 5_000);
      await until('both have looked', async () => (await spentOf(first, 'all')) !== 5, 4_000);
      const types = (await told()).map((alert) => (alert as { alert_type?: string }).alert_type);
      expect(new Set(types).size).toBe(types.length);
    });

    it('report to the operator by one of them', () => {
      expect([reports(first), reports(second)].filter(Boolean)).toHaveLength(1);
    });

    it('ask gateways to come again while the database is away, and go on with what they know', async () => {
      await home.server?.halt();
      const refused = await first.deliver({ usage: [usageOf(1)] });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await first.get('/budgets')).status).toBe(200);
      await home.server?.resume();
      const took = async () => (await first.deliver({ usage: [usageOf(1)] })).status === 200;
      await until('it is back', took, 10_000);
    });
  });
});
