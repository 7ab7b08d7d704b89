import {
  makeAssertion,
  type Delegator,
  type ExecutionStep,
} from '@aicp/contracts/delegation/assertion';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_SECRET, EngineFixture } from '../testing/engine-fixture.ts';
import { chatSaying, GATEWAY_SECRET, promptOf, type Answering } from '../testing/fake-gateway.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const usual: Answering = (taken) => chatSaying(`<${promptOf(taken)}>`);
const PUBLISHED = { publish: true };
const query = {
  type: 'object',
  required: ['query'],
  properties: { query: { type: 'string' } },
};
const answer = [step('answer', 'llm', { prompt: 'Answer ${{ input.query }}' })];

const TEMPLATES = [
  templateOf('research', answer, {
    ...PUBLISHED,
    input_schema: query,
    output: { text: '${{ steps.answer.output.text }}' },
  }),
  templateOf('plain', [step('say', 'transform', { value: 'done' })], PUBLISHED),
  templateOf('kept', answer),
  templateOf('review', [step('check', 'approval', { title: 'Right?' })], PUBLISHED),
  templateOf('long', [step('rest', 'wait', { seconds: 3_600 })], PUBLISHED),
  templateOf('ask', [step('call', 'agent', { agent: 'x', message: 'y' })], { max_cost_usd: '1' }),
];
const KEYS = [
  keyOf('bot'),
  keyOf('peer'),
  keyOf('boss', { role: 'org_admin' }),
  keyOf('viewer', { role: 'viewer' }),
  keyOf('stranger', { organization: 'other' }),
];

interface Rpc {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

const keyNamed = (id: string): Delegator => ({
  ...{ type: 'key', uid: `uid-of-APIKey-${id}`, generation: 0 },
});
const credential = (id: string, execution?: ExecutionStep, secret = GATEWAY_SECRET) => ({
  authorization: `Bearer ${makeAssertion(keyNamed(id), {
    ...{ secret, nowMs: Date.now(), audience: 'aicp-workflow', execution },
  })}`,
});

let messages = 0;
const message = (parts: readonly object[], more: object = {}) => ({
  message: { messageId: `m-${(messages += 1)}`, role: 'ROLE_USER', parts, ...more },
});
const cats = [{ text: 'cats' }];

describe('a workflow that is offered as an agent', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: sectionsOf(TEMPLATES, KEYS), answer: usual });
  });
  afterEach(() => {
    engine.gateway.answer = usual;
    engine.gateway.taken.length = 0;
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  const call = async (
    template: string,
    method: string,
    params: object,
    headers: Record<string, string> = credential('bot'),
  ): Promise<Rpc> => {
    const body = { jsonrpc: '2.0', id: 7, method, params };
    const answered = await engine.post(`/api/v1/a2a/${template}`, body, headers);
    if (answered.status !== 200)
      throw new Error(`${answered.status}: ${JSON.stringify(answered.body)}`);
    expect(answered.body).toMatchObject({ jsonrpc: '2.0', id: 7 });
    return answered.body;
  };
  const taskOf = ({ result }: Rpc) =>
    (result?.['task'] ?? result) as {
      readonly id: string;
      readonly contextId: string;
      readonly status: { readonly state: string };
    };

  it('runs for a message, whose text or data is its input, and answers its output', async () => {
    const byText = await call('research', 'SendMessage', message(cats));
    expect(byText.result).toMatchObject({
      task: {
        status: { state: 'TASK_STATE_COMPLETED' },
        artifacts: [{ name: 'output', parts: [{ data: { text: '<Answer cats>' } }] }],
      },
    });
    const data = [
      { kind: 'data', data: { query: 'dogs' } },
      { kind: 'text', text: 'please' },
    ];
    const byData = await call('research', 'message/send', message(data));
    expect(byData.result).toMatchObject({
      kind: 'task',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ kind: 'data', data: { text: '<Answer dogs>' } }] }],
    });
    const other = await call('plain', 'SendMessage', message([{ data: {} }]));
    expect(other.result).toMatchObject({ task: { artifacts: [{ parts: [{ text: 'done' }] }] } });
  });

  it('says what is wrong with an input that it does not take', async () => {
    const errorOf = async (template: string, parts: readonly object[], more?: object) =>
      (await call(template, 'SendMessage', message(parts, more))).error;
    expect(await errorOf('plain', cats)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('as a data part') as string,
    });
    expect(await errorOf('research', [{ data: { query: 1 } }])).toMatchObject({
      data: [{ path: 'input.query' }],
      message: 'The workflow does not take this input: input.query must be a text.',
    });
    expect(await errorOf('research', [{ data: [1] }])).toMatchObject({ code: -32602 });
    expect(await errorOf('research', [{ data: {} }, { data: {} }])).toMatchObject({ code: -32602 });
    expect(await errorOf('research', [{ url: 'https://example.com' }])).toMatchObject({
      code: -32005,
    });
    expect(await errorOf('research', cats, { taskId: 'some' })).toMatchObject({ code: -32004 });
    expect(await errorOf('kept', cats)).toMatchObject({ code: -32004 });
    expect(await errorOf('nothing', cats)).toMatchObject({ code: -32004 });
    expect((await call('research', 'Nothing', {})).error).toMatchObject({ code: -32601 });
    expect(engine.gateway.taken).toHaveLength(0);
  });

  it('runs once for a message that is sent again, and keeps the context that it is sent in', async () => {
    const params = message(cats, { contextId: 'talk' });
    const [first, second] = await Promise.all([
      call('research', 'SendMessage', params),
      call('research', 'SendMessage', params),
    ]);
    expect(taskOf(first).id).toBe(taskOf(second).id);
    expect(taskOf(first).contextId).toBe('talk');
    const other = { message: { ...params.message, parts: [{ text: 'dogs' }] } };
    const refused = (await call('research', 'SendMessage', other)).error;
    expect(refused?.message).toContain('This messageId was sent before');
    const { id, contextId } = taskOf(await call('research', 'SendMessage', message(cats)));
    expect(contextId).not.toBe('');
    expect(taskOf(await call('research', 'GetTask', { id })).contextId).toBe(contextId);
  });

  it('is cancelled, once, and nothing is left to cancel afterwards', async () => {
    const now = { configuration: { returnImmediately: true } };
    const begun = await call('long', 'SendMessage', { ...message([{ data: {} }]), ...now });
    const { id } = taskOf(begun);
    expect(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']).toContain(taskOf(begun).status.state);
    const canceled = await call('long', 'tasks/cancel', { id });
    expect(canceled.result).toMatchObject({ kind: 'task', id, status: { state: 'canceled' } });
    const done = taskOf(await call('plain', 'SendMessage', message([{ data: {} }])));
    const late = await call('plain', 'CancelTask', { id: done.id });
    expect(late.error).toMatchObject({ code: -32002 });
  });

  it('waits for a person, whom no message stands for', async () => {
    const waiting = await call('review', 'SendMessage', message([{ data: {} }]));
    const { id } = taskOf(waiting);
    expect(waiting.result).toMatchObject({
      task: {
        metadata: { execution: id },
        status: {
          state: 'TASK_STATE_INPUT_REQUIRED',
          message: {
            role: 'ROLE_AGENT',
            parts: [{ text: expect.stringContaining(`"check" of the execution ${id}`) as string }],
          },
        },
      },
    });
    const more = await call('review', 'SendMessage', message(cats, { taskId: id }));
    expect(more.error).toMatchObject({ code: -32004 });
    const yes = { step: 'check', payload: { approved: true } };
    const path = `/api/v1/executions/${id}/signal`;
    expect((await engine.post(path, yes, credential('boss'))).status).toBe(401);
    expect((await engine.post(path, yes, { authorization: 'Bearer sk-boss' })).status).toBe(200);
    await engine.reached(id, 'completed', { authorization: 'Bearer sk-bot' });
    expect(taskOf(await call('review', 'GetTask', { id })).status.state).toBe(
      'TASK_STATE_COMPLETED',
    );
  });

  it('says why it failed', async () => {
    engine.gateway.answer = () => ({ status: 400, body: {} });
    const { result } = await call('research', 'message/send', message(cats));
    expect(result).toMatchObject({
      status: { state: 'failed', message: { role: 'agent', parts: [{ kind: 'text' }] } },
    });
    expect(result).not.toHaveProperty('artifacts');
  });

  it('tells in a stream how it goes on, and what came of it at the end', async () => {
    const eventsOf = async (method: string, params: object) => {
      const body = { jsonrpc: '2.0', id: 7, method, params };
      const { headers, body: told } = await engine.post(
        ...(['/api/v1/a2a/research', body, credential('bot')] as const),
      );
      expect(headers.get('content-type')).toContain('text/event-stream');
      const lines = (told['text'] as string).split('\n\n').filter((one) => one !== '');
      return lines.map((one) => (JSON.parse(one.slice('data: '.length)) as Rpc).result ?? {});
    };
    const events = await eventsOf('SendStreamingMessage', message(cats));
    expect(events[0]).toHaveProperty('task.id');
    expect(events.at(-2)).toMatchObject({
      artifactUpdate: {
        artifact: { parts: [{ data: { text: '<Answer cats>' } }] },
        lastChunk: true,
      },
    });
    expect(events.at(-1)).toMatchObject({
      statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } },
    });
    const legacy = await eventsOf('message/stream', message(cats));
    expect(legacy.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['task', 'artifact-update', 'status-update']),
    );
    expect(legacy.at(-1)).toMatchObject({ status: { state: 'completed' }, final: true });
    const { id } = events[0]?.['task'] as { id: string };
    const again = await eventsOf('SubscribeToTask', { id });
    expect(again).toMatchObject([{ task: { id, status: { state: 'TASK_STATE_COMPLETED' } } }]);
  });

  it('shows a task to nobody beyond those whose execution it is, and by its own agent alone', async () => {
    const { id } = taskOf(await call('research', 'SendMessage', message(cats)));
    const codeFor = async (key: string, template = 'research', method = 'GetTask') =>
      (await call(template, method, { id }, credential(key))).error?.code;
    expect(await codeFor('boss')).toBeUndefined();
    expect(await codeFor('bot', 'plain')).toBe(-32001);
    for (const key of ['peer', 'stranger']) {
      expect(await codeFor(key)).toBe(-32001);
      expect(await codeFor(key, 'research', 'CancelTask')).toBe(-32001);
      expect(await codeFor(key, 'research', 'SubscribeToTask')).toBe(-32001);
    }
    const read = await call('research', 'SendMessage', message(cats), credential('viewer'));
    expect(read.error).toMatchObject({ code: -32004 });
    expect(await codeFor('viewer', 'research', 'CancelTask')).toBe(-32004);
  });

  it('takes what a gateway has signed, once, and nothing else', async () => {
    const send = async (headers: Record<string, string>) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message(cats) };
      return (await engine.post('/api/v1/a2a/research', body, headers)).status;
    };
    const once = credential('bot');
    expect(await send(once)).toBe(200);
    expect(await send(once)).toBe(401);
    expect(await send({})).toBe(401);
    expect(await send({ authorization: 'Bearer sk-bot' })).toBe(401);
    expect(await send(credential('bot', undefined, ADMIN_SECRET))).toBe(401);
    expect(await send(credential('nobody'))).toBe(401);
    const forModels = { id: 'e', step: 's', use: 'model' } as const;
    expect(await send(credential('bot', forModels))).toBe(401);
  });

  it('that a step calls is bounded by the execution of that step, and ends with it', async () => {
    engine.gateway.answer = () => undefined;
    const asBot = { authorization: 'Bearer sk-bot' };
    let parent = await engine.begin('ask', {}, asBot);
    await engine.reached(parent, 'running', asBot);
    const top = parent;
    const now = { configuration: { returnImmediately: true } };
    const from = (id: string, key = 'bot') =>
      call(
        'long',
        'SendMessage',
        { ...message([{ data: {} }]), ...now },
        {
          ...credential(key, { id, step: 'call', use: 'agent' }),
        },
      );
    expect((await from(parent, 'peer')).error).toMatchObject({ code: -32004 });
    expect((await from('nothing')).error).toMatchObject({ code: -32004 });
    const ids: string[] = [];
    for (let depth = 2; depth <= 5; depth += 1) {
      parent = taskOf(await from(parent)).id;
      ids.push(parent);
    }
    const tooDeep = await from(parent);
    expect(tooDeep.error).toMatchObject({
      ...{ code: -32004, message: expect.stringContaining('5 deep') as string },
    });
    const [first = ''] = ids;
    const child = (await engine.get(`/api/v1/executions/${first}`, asBot)).body;
    expect(child).toMatchObject({ parent_id: top, max_cost_usd: 1 });
    await engine.post(`/api/v1/executions/${top}/cancel`, undefined, asBot);
    for (const id of ids) await engine.reached(id, 'cancelled', asBot);
    expect((await from(top)).error).toMatchObject({ code: -32004 });
  });
});
