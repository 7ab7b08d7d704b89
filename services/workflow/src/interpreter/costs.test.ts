import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { chatSaying, GATEWAY_SECRET, type Said, type Taken } from '../testing/fake-gateway.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const published = {
  publish: true,
  input_schema: { type: 'object', required: ['query'], properties: { query: { type: 'string' } } },
};
const query = { query: 'x' };
const PAID = { max_cost_usd: '0.0025' };
const each = (action: ReturnType<typeof step>) => [
  step('each', 'foreach', { items: [1, 2, 3, 4, 5, 6], steps: [action.id], max_parallel: 1 }),
  action,
];
const useTool = step('use', 'tool', { server: 'files', tool: 'read' });
const talk = step('talk', 'agent', { agent: 'research', message: 'hello' });
const plan = step('talk', 'agent', { agent: 'planner', message: 'hello' });
const answer = [step('answer', 'llm', { prompt: 'x' })];
const quick = { max_attempts: 2, initial_interval_seconds: 0.01, backoff: 1 };
const again = { retry: { ...quick, max_interval_seconds: 1 } };

const TEMPLATES = [
  templateOf('research', answer, published),
  templateOf('broken', [...answer, useTool], published),
  templateOf('tools', each(useTool), PAID),
  templateOf('agents', each(plan), PAID),
  templateOf('workflows', each(talk), PAID),
  templateOf('dear', [talk], { max_cost_usd: '0.0005' }),
  templateOf('stubborn', [step('talk', 'agent', { agent: 'research', message: 'x' }, again)]),
  templateOf('nested', [step('run', 'workflow', { template: 'broken', input: query }, again)]),
  templateOf('slow', [...answer, step('rest', 'wait', { seconds: 600 })], published),
  templateOf('hasty', [
    step('talk', 'agent', { agent: 'slow', message: 'x' }, { timeout_seconds: 6 }),
  ]),
  templateOf('hasty-too', [
    step('run', 'workflow', { template: 'slow', input: query }, { timeout_seconds: 6 }),
  ]),
];

const PRICE = { 'x-aicp-cost-usd': '0.001' };

/** A gateway of whose models, tools and agents each costs 0.001 USD, and that passes messages to workflows on to the engine as the real one does. */
const gatewayOf = (engine: EngineFixture) => async (taken: Taken) => {
  const { path, body } = taken;
  const { id } = body;
  if (path === '/v1/chat/completions') return chatSaying('said', '0.001');
  if (path === '/a2a/planner') {
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'the plan' }] };
    return { headers: PRICE, body: { jsonrpc: '2.0', id, result: { message } } };
  }
  if (path.startsWith('/a2a/')) return await passedOn(engine, taken);
  return { headers: PRICE, body: { jsonrpc: '2.0', id, result: { content: [] } } };
};

async function passedOn(
  engine: EngineFixture,
  { path, body, assertion }: Taken,
): Promise<Said | undefined> {
  const { delegator, execution } = assertion;
  const bearer = makeAssertion(delegator, {
    ...{ secret: GATEWAY_SECRET, nowMs: Date.now(), audience: 'aicp-workflow', execution },
  });
  const headers = { authorization: `Bearer ${bearer}` };
  const told = await engine.post(`/api/v1${path}`, body, headers);
  return { status: told.status, headers: { 'x-aicp-cost-usd': '0' }, body: told.body };
}

/** The same, where what tools say is that they failed, and the answers of agents get lost. */
const failing = (engine: EngineFixture) => async (taken: Taken) => {
  const said = await gatewayOf(engine)(taken);
  if (taken.path.startsWith('/a2a/')) return { status: 502, body: 'lost' };
  if (!taken.path.startsWith('/mcp/')) return said;
  const result = { content: [], isError: true };
  return { headers: PRICE, body: { jsonrpc: '2.0', id: 1, result } };
};

describe('what an execution costs', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: sectionsOf(TEMPLATES, [keyOf('bot')]) });
  });
  beforeEach(() => {
    engine.gateway.answer = gatewayOf(engine);
    engine.gateway.taken.length = 0;
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  const asBot = { authorization: 'Bearer sk-bot' };
  const run = async (template: string, status = 'failed') =>
    await engine.reached(await engine.begin(template, {}, asBot), status, asBot);
  const newest = async (template: string) =>
    (await engine.get(`/api/v1/executions?template=${template}&limit=1`, asBot)).body;
  const askedFor = (prefix: string) =>
    engine.gateway.taken.filter(({ path }) => path.startsWith(prefix)).length;

  it.each([
    ['tools', '/mcp/'],
    ['agents', '/a2a/'],
    ['workflows', '/v1/'],
  ])('is bounded, whether by %s or by models', async (template, path) => {
    const { total_cost: cost, error } = await run(template);
    expect(error).toContain('has spent 0.003 USD, and may spend 0.0025');
    expect([cost, askedFor(path)]).toEqual([0.003, 3]);
  });

  it('leaves less to the workflow that an agent step calls next', async () => {
    const { total_cost: cost, total_tokens: tokens } = await run('dear', 'completed');
    expect([cost, tokens]).toEqual([0.001, 10]);
    expect(await newest('research')).toMatchObject([{ max_cost_usd: 0.0005, total_cost: 0.001 }]);
  });

  it.each([
    ['stubborn', [0.002, 2, 0]],
    ['nested', [0.004, 2, 2]],
  ])(
    'has each try of a step that calls a workflow in it once, each with an execution of its own (%s)',
    async (template, used) => {
      engine.gateway.answer = failing(engine);
      const { total_cost: cost } = await run(template);
      expect([cost, askedFor('/v1/'), askedFor('/mcp/')]).toEqual(used);
    },
  );

  it.each(['hasty', 'hasty-too'])(
    'has in it what a workflow used whose step ran out of time, and which ends with it (%s)',
    async (template) => {
      const { total_cost: cost, error } = await run(template);
      expect(error).toContain('it did not end within 6 s');
      expect(cost).toBe(0.001);
      expect(await newest('slow')).toMatchObject([{ status: 'cancelled' }]);
    },
  );
});
