import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { chatSaying, promptOf, type Answering } from '../testing/fake-gateway.ts';
import { sectionsOf, step, templateOf } from '../testing/fragments.ts';

const usual: Answering = (taken) => chatSaying(`<${promptOf(taken)}>`);
const quick = {
  max_attempts: 3,
  initial_interval_seconds: 0.01,
  backoff: 2,
  max_interval_seconds: 1,
};

const TEMPLATES = [
  templateOf('shapes', [
    step('sum', 'transform', { value: { twice: '${{ input.n * 2 }}', list: [1, 'a'] } }),
  ]),
  templateOf('both', [
    step('both', 'parallel', { steps: ['left', 'right', 'join'] }),
    step('left', 'llm', { prompt: 'left' }),
    step('right', 'llm', { prompt: 'right' }),
    step(
      'join',
      'transform',
      { value: '${{ steps.left.output.text + steps.right.output.text }}' },
      { needs: ['left', 'right'] },
    ),
  ]),
  templateOf('each', [
    step('each', 'foreach', {
      items: '${{ input.words }}',
      steps: ['ask', 'note'],
      max_parallel: 2,
    }),
    step('ask', 'llm', { prompt: '${{ item }}' }),
    step('note', 'transform', { value: '${{ string(index) + steps.ask.output.text }}' }),
  ]),
  templateOf('way', [
    step('way', 'switch', {
      cases: [
        { when: 'input.n > 10', steps: ['big'] },
        { when: 'input.n > 5', steps: ['middle'] },
      ],
      default: ['small'],
    }),
    step('big', 'transform', { value: 'big' }),
    step('middle', 'transform', { value: 'middle' }),
    step('small', 'transform', { value: 'small' }),
  ]),
  templateOf('maybe', [
    step('one', 'transform', { value: 1 }, { if: 'input.go' }),
    step('two', 'transform', { value: '${{ steps.one.status }}' }),
  ]),
  templateOf('stubborn', [step('ask', 'llm', { prompt: 'x' }, { retry: quick })]),
  templateOf('passing', [
    step('ask', 'llm', { prompt: 'x' }, { on_error: 'continue' }),
    step('say', 'transform', { value: '${{ steps.ask.error }}' }),
  ]),
  templateOf('instead', [
    step('ask', 'llm', { prompt: 'x' }, { on_error: 'mend' }),
    step('mend', 'transform', { value: 'mended' }),
    step('say', 'transform', { value: '${{ steps.ask.output }}' }),
  ]),
  templateOf('json', [step('ask', 'llm', { prompt: 'x', json: true })]),
  templateOf('slow', [step('ask', 'llm', { prompt: 'x' }, { timeout_seconds: 1 })]),
  templateOf('late', [step('ask', 'llm', { prompt: 'x' })], { timeout_seconds: 1 }),
  templateOf('dear', [step('a', 'llm', { prompt: 'a' }), step('b', 'llm', { prompt: 'b' })], {
    max_cost_usd: '0.001',
  }),
  templateOf('nap', [step('nap', 'wait', { seconds: 0.2 })]),
  templateOf('call', [
    step('call', 'http', { url: '${{ input.url }}', method: 'POST', body: { a: 1 } }),
  ]),
  templateOf('use', [
    step('use', 'tool', { server: 'files', tool: 'read', arguments: { name: 'a' } }),
  ]),
  templateOf('talk', [step('talk', 'agent', { agent: 'planner', message: 'hello' })]),
  templateOf('outer', [step('inner', 'workflow', { template: 'shapes', input: { n: 4 } })]),
  templateOf('itself', [step('again', 'workflow', { template: 'itself' })]),
];

describe('steps', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: sectionsOf(TEMPLATES) });
  });
  afterEach(() => {
    engine.gateway.answer = usual;
    engine.gateway.taken.length = 0;
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  it('reshape values', async () => {
    const { output } = await engine.run('shapes', { n: 3 });
    expect(output).toEqual({ twice: 6, list: [1, 'a'] });
  });

  it('run at the same time, and wait for those that they need', async () => {
    const bothCame = Promise.withResolvers<undefined>();
    engine.gateway.answer = async (taken) => {
      if (engine.gateway.taken.length === 2) bothCame.resolve(undefined);
      await bothCame.promise;
      return usual(taken);
    };
    const { output, steps } = await engine.run('both');
    expect(output).toMatchObject({ join: '<left><right>' });
    expect(steps.map(({ path }) => path).sort()).toEqual([
      'both',
      'both.join',
      'both.left',
      'both.right',
    ]);
  });

  it('run for each item, whose outputs keep their order', async () => {
    const { output, steps } = await engine.run('each', { words: ['a', 'b', 'c'] });
    expect(output).toEqual(['0<a>', '1<b>', '2<c>']);
    expect(steps.map(({ path }) => path)).toContain('each[2].ask');
  });

  it('run where their case holds', async () => {
    expect((await engine.run('way', { n: 20 })).output).toEqual({ case: 0, output: 'big' });
    expect((await engine.run('way', { n: 7 })).output).toEqual({ case: 1, output: 'middle' });
    expect((await engine.run('way', { n: 1 })).output).toEqual({
      case: 'default',
      output: 'small',
    });
  });

  it('are left out where their condition does not hold', async () => {
    expect((await engine.run('maybe', { go: false })).output).toBe('skipped');
    expect((await engine.run('maybe', { go: true })).output).toBe('completed');
    const broken = await engine.run('maybe', {}, 'failed');
    expect(broken.error).toContain('one: if: ');
  });

  it('are tried again as often as they say, after failures that may pass', async () => {
    let failures = 2;
    engine.gateway.answer = (taken) => {
      failures -= 1;
      return failures >= 0 ? { status: 503, body: { error: { message: 'busy' } } } : usual(taken);
    };
    const { steps } = await engine.run('stubborn');
    expect(steps).toMatchObject([{ status: 'completed', error: null }]);
    expect(engine.gateway.taken).toHaveLength(3);
  });

  it('are not tried again where no try would go better', async () => {
    engine.gateway.answer = () => ({ status: 403, body: { error: { message: 'not yours' } } });
    const { error } = await engine.run('stubborn', {}, 'failed');
    expect(error).toBe('ask: the gateway answered 403: not yours');
    expect(engine.gateway.taken).toHaveLength(1);
  });

  it('may fail without an end, or have another stand in', async () => {
    engine.gateway.answer = () => ({ status: 400, body: { error: { message: 'no' } } });
    const passed = await engine.run('passing');
    expect(passed.output).toBe('the gateway answered 400: no');
    const mended = await engine.run('instead');
    expect(mended.output).toBe('mended');
  });

  it('read JSON that a model was asked for, with or without fences', async () => {
    engine.gateway.answer = () => chatSaying('```json\n{"a": 1}\n```');
    expect((await engine.run('json')).output).toMatchObject({ json: { a: 1 } });
    engine.gateway.answer = () => chatSaying('I would rather not');
    expect((await engine.run('json', {}, 'failed')).error).toContain('answered none');
  });

  it('end when their time is over, and so does the execution when its own is', async () => {
    engine.gateway.answer = () => undefined;
    const slow = await engine.run('slow', {}, 'failed');
    expect(slow.error).toBe('ask: it did not end within 1 s');
    const late = await engine.run('late', {}, 'failed');
    expect(late.error).toBe('ask: the execution did not end within 1 s');
    expect(engine.gateway.taken.map(({ isGone }) => isGone)).toEqual([true, true]);
  });

  it('do not begin once what the execution may cost is spent', async () => {
    const { error, total_cost: cost } = await engine.run('dear', {}, 'failed');
    expect(error).toBe('b: the execution has spent 0.001 USD, and may spend 0.001');
    expect(cost).toBe(0.001);
    expect(engine.gateway.taken).toHaveLength(1);
  });

  it('wait for a while', async () => {
    const { output, steps } = await engine.run('nap');
    expect(Date.parse((output as { until: string }).until)).toBeGreaterThanOrEqual(
      Date.parse(steps[0]?.['started_at'] as string) + 200,
    );
  });

  it('call addresses that may be called, and follow no redirect', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/away')) response.writeHead(302, { location: '/' });
      else response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"b":2}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const called = await engine.run('call', { url });
    expect(called.output).toMatchObject({ status: 200, body: { b: 2 } });
    // Everybody who sees an execution reads its error, and not everybody the query of a template.
    const away = await engine.run('call', { url: `${url}/away?key=hidden#part` }, 'failed');
    expect(away.error).toContain(`${url}/away?[masked]#[masked] answered 302`);
    expect(JSON.stringify(away.steps)).not.toContain('hidden');
    const metadata = await engine.run('call', { url: 'http://169.254.169.254/' }, 'failed');
    expect(metadata.error).toContain('is not an address that requests may be sent to');
    server.close();
  });

  it('call tools through the gateway, with a credential for a tool', async () => {
    engine.gateway.answer = ({ body }) => ({
      headers: { 'x-aicp-cost-usd': '0.02' },
      body: {
        ...{ jsonrpc: '2.0', id: body['id'] },
        result: { content: [{ type: 'text', text: 'it says' }], structuredContent: { a: 1 } },
      },
    });
    const { output, total_cost: cost } = await engine.run('use');
    expect(output).toMatchObject({ text: 'it says', structured: { a: 1 } });
    expect(cost).toBe(0.02);
    const [taken] = engine.gateway.taken;
    expect(taken).toMatchObject({
      path: '/mcp/files',
      headers: { 'mcp-method': 'tools/call', 'mcp-name': 'read' },
      body: { method: 'tools/call', params: { name: 'read', arguments: { name: 'a' } } },
      assertion: { execution: { step: 'use', use: 'tool' } },
    });
  });

  it('fail where a tool says that it failed, in a stream too', async () => {
    const result = { content: [{ type: 'text', text: 'no such file' }], isError: true };
    engine.gateway.answer = () => ({
      headers: { 'content-type': 'text/event-stream' },
      body: `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`,
    });
    expect((await engine.run('use', {}, 'failed')).error).toBe('use: no such file');
  });

  it('ask agents, and follow their tasks to the end', async () => {
    engine.gateway.answer = ({ body }) => {
      const isSent = body['method'] === 'SendMessage';
      const task = {
        ...{ id: 't-1', contextId: 'c' },
        status: { state: isSent ? 'TASK_STATE_WORKING' : 'TASK_STATE_COMPLETED' },
        artifacts: [{ artifactId: 'a', parts: [{ text: 'the plan' }] }],
      };
      return { body: { jsonrpc: '2.0', id: body['id'], result: isSent ? { task } : task } };
    };
    const { output } = await engine.run('talk');
    expect(output).toMatchObject({ text: 'the plan', state: 'completed', task_id: 't-1' });
    expect(engine.gateway.taken.map(({ path, body }) => [path, body['method']])).toEqual([
      ['/a2a/planner', 'SendMessage'],
      ['/a2a/planner', 'GetTask'],
    ]);
  });

  it('ask agents of the version before, and go on asking for a task whose answer got lost', async () => {
    const asked: unknown[] = [];
    engine.gateway.answer = ({ body: { method, id } }) => {
      asked.push(method);
      const error = { code: -32009, message: 'The agent does not speak protocol 1.0.' };
      if (method === 'SendMessage') return { body: { jsonrpc: '2.0', id, error } };
      const broken = { code: -32603, message: 'The agent does not answer.' };
      if (asked.length === 3) return { status: 502, body: { jsonrpc: '2.0', id, error: broken } };
      const state = method === 'message/send' ? 'working' : 'completed';
      const artifacts = [{ artifactId: 'a', parts: [{ kind: 'text', text: 'the plan' }] }];
      const result = { kind: 'task', id: 't-1', contextId: 'c', status: { state }, artifacts };
      return { body: { jsonrpc: '2.0', id, result } };
    };
    const { output } = await engine.run('talk');
    expect(output).toMatchObject({ text: 'the plan', state: 'completed', task_id: 't-1' });
    expect(asked).toEqual(['SendMessage', 'message/send', 'tasks/get', 'tasks/get']);
    asked.length = 0;
    await engine.run('talk');
    // What the agent spoke is known for a while.
    expect(asked.slice(0, 2)).toEqual(['message/send', 'tasks/get']);
  });

  it('run other templates as executions of their own, and one that calls itself comes to an end', async () => {
    const { output } = await engine.run('outer');
    const { execution_id: id, output: inner } = output as { execution_id: string; output: unknown };
    expect(inner).toEqual({ twice: 8, list: [1, 'a'] });
    expect(await engine.execution(id)).toMatchObject({ status: 'completed', template: 'shapes' });
    const { error } = await engine.run('itself', {}, 'failed');
    expect(error).toContain('does a template call itself?');
  });
});
