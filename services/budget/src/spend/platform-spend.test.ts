import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BudgetFixture } from '../testing/budget-fixture.ts';
import { budgetOf, keyOf, KEYS, modelOf, providerOf } from '../testing/builders.ts';
import { teamOf, usageOf } from '../testing/builders.ts';

const tag = { scope: 'tag', value: 'job=1' } as const;
const bot = keyOf('bot');
const sections = {
  [KEYS]: [bot.fragment],
  teams: [teamOf('ml')],
  providers: [providerOf('openai'), providerOf('own', 'acme')],
  models: [
    modelOf('gpt', 1),
    { ...modelOf('ours', 1), organization: 'acme', inherits: 'gpt' },
    { ...modelOf('llama', 1), organization: 'acme', provider: 'own' },
  ],
  budgets: [
    budgetOf('ada', 100, { scope: 'user', value: 'ada', organization: 'acme' }),
    budgetOf('all', 100, { scope: 'global', value: undefined }),
    budgetOf('all-of-acme', 100, { scope: 'global', value: undefined, organization: 'acme' }),
    budgetOf('each-model', 100, { scope: 'model', value: undefined, window: '1d' }),
    budgetOf('gpt', 100, { scope: 'model', value: 'gpt' }),
    budgetOf('job', 100, tag),
    budgetOf('job-of-acme', 100, { ...tag, organization: 'acme' }),
    budgetOf('ml', 100),
    budgetOf('none-left', 3, { scope: 'global', value: undefined }),
    budgetOf('ours', 100, { scope: 'model', value: 'ours', organization: 'acme' }),
  ],
};

describe('what budgets count', () => {
  let budget: BudgetFixture;

  beforeAll(async () => {
    budget = await BudgetFixture.start({ sections });
    const tags = { job: '1' };
    const own = { model_served: 'llama', provider: 'own', payer: 'organization' } as const;
    await budget.deliver({
      usage: [
        usageOf(1, { tags, user: 'ada' }),
        usageOf(2, { tags, model_served: 'ours', user: 'ada', user_from: 'request' }),
        usageOf(4, { tags, ...own }),
      ],
    });
    const isThere = async () => (await budget.get('/budgets/ml')).body['spent_usd'] === 7;
    await until('it is counted', isThere, 4_000);
  }, 60_000);
  afterAll(() => budget[Symbol.asyncDispose]());

  it.each([
    ['ada', 1],
    ['all', 3],
    ['all-of-acme', 7],
    ['each-model', 3],
    ['gpt', 3],
    ['job', 3],
    ['job-of-acme', 7],
    ['ml', 7],
    ['ours', 2],
  ])('as gateways count it: %s is at %d, in its history too', async (id, usd) => {
    const { body } = await budget.get(`/budgets/${id}`);
    const { spent_usd, history } = body as {
      spent_usd: number;
      history: { spent_usd: number }[];
    };
    expect([spent_usd, history.at(-1)?.spent_usd]).toEqual([usd, usd]);
  });

  it('stands in the way of no request to an organization’s own Provider', async () => {
    const ask = async (model: string) => {
      const messages = [{ role: 'user', content: 'Hello' }];
      const asked = { api_key: bot.secret, model, messages, max_tokens: 10 };
      return (await budget.post('/webhook/pre-request', asked)).body['allowed'];
    };
    expect([await ask('gpt'), await ask('ours'), await ask('llama')]).toEqual([false, false, true]);
  });
});
