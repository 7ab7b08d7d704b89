import { LIMITS } from '@aicp/api-kit/access/caller-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BudgetFixture } from '../testing/budget-fixture.ts';
import { budgetOf, keyOf, KEYS, modelOf, providerOf, teamOf } from '../testing/builders.ts';

const bot = keyOf('bot');
const MESSAGES = [{ role: 'user', content: 'Hello' }];

describe('what another gateway asks about', () => {
  let budget: BudgetFixture;

  beforeAll(async () => {
    const sections = {
      [KEYS]: [bot.fragment],
      teams: [teamOf('ml')],
      providers: [providerOf('openai')],
      models: [modelOf('gpt', 1)],
      budgets: [
        budgetOf('all', 100, { scope: 'global', value: undefined }),
        budgetOf('ml-month', 10),
        budgetOf('ml-told', 20, { action: 'warn' }),
      ],
    };
    const limits = { ...LIMITS, requestsPerMinute: 4, failedLoginsPerMinute: 2 };
    budget = await BudgetFixture.start({ sections, limits });
  }, 60_000);
  afterAll(() => budget[Symbol.asyncDispose]());

  const ask = async (more: object) =>
    await budget.post('/webhook/pre-request', {
      ...{ api_key: bot.secret, model: 'gpt', messages: MESSAGES },
      ...more,
    });
  const prompt = (characters: number) => [{ role: 'user', content: 'x'.repeat(characters) }];

  it('may be as long as prompts are, to 1 MiB', async () => {
    expect((await ask({ messages: prompt(1_000_000) })).status).toBe(200);
    expect(await ask({ messages: prompt(1_048_576) })).toMatchObject({
      status: 413,
      body: { detail: 'The body is larger than 1 MiB.' },
    });
  });

  it('has an alert of its own for each budget that it would pass', async () => {
    await ask({ max_tokens: 100_000_000 });
    const { body } = await budget.get('/alerts');
    const alerts = body as unknown as { budget_id: string; message: string }[];
    const told = Object.fromEntries(alerts.map((one) => [one.budget_id, one.message]));
    expect(told).toEqual({
      all: expect.stringMatching(/^budget "all": 0\.00 of 100\.00 USD are spent/) as string,
      'ml-month': expect.stringMatching(
        /^budget "ml-month": 0\.00 of 10\.00 USD are spent/,
      ) as string,
      'ml-told': expect.stringMatching(
        /^budget "ml-told": 0\.00 of 20\.00 USD are spent/,
      ) as string,
    });
  });

  it('is not read any more where wrong keys came as often as anybody may ask', async () => {
    const statuses = [];
    for (let tries = 0; tries < 4; tries += 1) {
      statuses.push((await ask({ api_key: 'sk-wrong', messages: prompt(5_000) })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await ask({ messages: prompt(1_048_576) })).status).toBe(429);
  });
});
