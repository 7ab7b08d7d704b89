import { describe, expect, it } from 'vitest';
import { key, model, rateLimit, settings } from '../../testing/fragments.ts';
import { budget } from '../../testing/budgets.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import {
  plainSession,
  says,
  startRealtimeGateway,
  TWIN_COST,
} from '../../testing/realtime-gateway.ts';

describe('a session is refused before it is opened, with the status of any request', () => {
  it.each([
    ['without a key', {}, 401, 'invalid_api_key'],
    ['with a key that nobody has', { authorization: 'Bearer sk-nobody' }, 401, 'invalid_api_key'],
  ])('%s', async (_name, headers, status, code) => {
    await using it = await startRealtimeGateway();
    const refused = plainSession(it.gateway.url, { headers });
    await expect(refused).rejects.toMatchObject({ status, code });
    expect(it.twin.received).toEqual([]);
  });

  it('for a model that is none, is for other requests, or is not the key’s to use', async () => {
    await using it = await startRealtimeGateway({
      fragments: {
        keys: [
          key('alice', { allowedModels: ['voice', 'text'] }),
          key('bob', { allowedModels: ['text'] }),
        ],
      },
    });
    const open = (path: string, secret = 'sk-alice') =>
      plainSession(it.gateway.url, { path, headers: { 'api-key': secret } });
    await expect(open('/v1/realtime?model=none')).rejects.toMatchObject({ status: 404 });
    await expect(open('/v1/realtime?model=voice', 'sk-bob')).rejects.toMatchObject({ status: 403 });
    await expect(open('/v1/realtime?call_id=rtc_1')).rejects.toMatchObject({
      status: 400,
      param: 'call_id',
    });
    await expect(open('/v1/realtime?model=voice&model=other')).rejects.toMatchObject({
      status: 400,
    });
    expect(it.twin.received).toEqual([]);
  });

  it('by a chat model, and chats by a realtime model', async () => {
    await using it = await startRealtimeGateway({
      fragments: { models: [model('voice', 'up', { mode: 'realtime' }), model('text', 'up')] },
    });
    const path = '/v1/realtime?model=text';
    await expect(plainSession(it.gateway.url, { path })).rejects.toMatchObject({ status: 400 });
    const chat = await fetch(`${it.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'voice', messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect(chat.status).toBe(400);
    await chat.arrayBuffer();
  });

  it('where a guardrail blocks, and not where it only monitors, whose records say that it saw nothing', async () => {
    await using blocked = await startRealtimeGateway({
      fragments: { guardrails: [guardrail('pii')] },
    });
    await expect(plainSession(blocked.gateway.url)).rejects.toMatchObject({
      ...{ status: 403, code: 'guardrail_blocked' },
      text: expect.stringContaining('"pii"') as string,
    });
    await using watched = await startRealtimeGateway({
      fragments: {
        guardrails: [guardrail('pii', { mode: 'monitor', stages: ['input', 'output'] })],
      },
    });
    const session = await plainSession(watched.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.done');
    const [record] = await usageOf(watched.gateway, 1);
    expect(record?.guardrails).toMatchObject([
      { guardrail: 'pii', reason: 'realtime_session' },
      { guardrail: 'pii', reason: 'realtime_session' },
    ]);
    session.socket.close();
  });

  it('while the installation is in maintenance, and where the provider is away', async () => {
    await using closed = await startRealtimeGateway({
      fragments: {
        settings: settings({ features: { ...settings().features, maintenanceMode: true } }),
      },
    });
    await expect(plainSession(closed.gateway.url)).rejects.toMatchObject({
      status: 503,
      code: 'maintenance',
    });
    await using it = await startRealtimeGateway();
    await it.twin[Symbol.asyncDispose]();
    await expect(plainSession(it.gateway.url)).rejects.toMatchObject({ status: 502 });
  });

  it('in the provider’s words where it refuses the model', async () => {
    await using it = await startRealtimeGateway({
      fragments: {
        models: [model('voice', 'up', { upstreamModel: 'unknown-model', mode: 'realtime' })],
      },
    });
    await expect(plainSession(it.gateway.url)).rejects.toMatchObject({
      status: 400,
      text: 'The twin refuses.',
    });
  });

  it('beyond so many at a time, until one of them ends', async () => {
    await using it = await startRealtimeGateway({
      fragments: { rateLimits: [rateLimit('each-key', { concurrent: 1 })] },
    });
    const first = await plainSession(it.gateway.url);
    await expect(plainSession(it.gateway.url)).rejects.toMatchObject({ status: 429 });
    first.send({ type: 'response.create' });
    await first.until('response.done');
    first.socket.close();
    await first.closed;
    await expect.poll(async () => await openSessions(it.gateway.url)).toBe(0);
    const second = await plainSession(it.gateway.url);
    second.socket.close();
  });
});

const openSessions = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^aicp_gateway_realtime_sessions\{?.*?\}? (\d+)$/m.exec(text)?.[1] ?? -1);
};

describe('a session', () => {
  it.each([
    ['a header of OpenAI', '/v1/realtime?model=voice', { authorization: 'Bearer sk-alice' }, []],
    [
      'a header of Azure',
      '/openai/realtime?deployment=voice&api-version=2025-04-01-preview',
      { 'api-key': 'sk-alice' },
      [],
    ],
    [
      'a subprotocol of browsers',
      '/openai/v1/realtime?model=voice',
      undefined,
      ['realtime', 'openai-insecure-api-key.sk-alice', 'openai-beta.realtime-v1'],
    ],
  ])('is opened with %s', async (_name, path, headers, protocols) => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url, {
      path,
      ...(headers ? { headers } : {}),
      protocols,
    });
    await session.until('session.created');
    expect(session.socket.protocol).toBe(protocols[0] ?? '');
    const [received] = it.twin.received;
    expect(received?.headers['openai-beta']).toBe(protocols.length > 0 ? 'realtime=v1' : undefined);
    expect(JSON.stringify(received)).not.toContain('sk-alice');
    session.socket.close();
  });

  it('has each response take a request of limits, tells of the refusal, and goes on', async () => {
    await using it = await startRealtimeGateway({
      fragments: { rateLimits: [rateLimit('each-key', { rpm: 1 })] },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.done');
    session.send({ type: 'response.create', event_id: 'second' });
    const { error } = await session.until('error');
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', event_id: 'second' });
    session.send(says('still there?'));
    await session.until('conversation.item.done');
    const records = await usageOf(it.gateway, 2);
    expect(records.map(({ completion }) => completion)).toEqual(['complete', 'refused']);
    session.socket.close();
  });

  it('refuses a response for which a budget has nothing left, and then opens none', async () => {
    await using it = await startRealtimeGateway({
      fragments: { budgets: [budget('poor', (TWIN_COST / 1e9).toFixed(9))] },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.done');
    session.send({ type: 'response.create' });
    const { error } = await session.until('error');
    expect(error).toMatchObject({ code: 'insufficient_quota' });
    await expect(plainSession(it.gateway.url)).rejects.toMatchObject({
      status: 429,
      code: 'insufficient_quota',
    });
    session.socket.close();
  });

  it('holds of a budget what a response of sound may cost, until that is over', async () => {
    await using it = await startRealtimeGateway({
      script: (socket) => {
        socket.once('message', () => {
          socket.send(JSON.stringify({ type: 'response.created', response: { id: 'resp_1' } }));
        });
      },
      fragments: { budgets: [budget('poor', '0.01')] },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.created');
    session.send({ type: 'response.create' });
    expect((await session.until('error'))['error']).toMatchObject({ code: 'insufficient_quota' });
    session.socket.close();
  });

  it('is ended where the provider begins what a limit has no room for, and its transcriptions are records', async () => {
    await using it = await startRealtimeGateway({
      fragments: { rateLimits: [rateLimit('each-key', { rpm: 3 })] },
    });
    const session = await plainSession(it.gateway.url);
    const speak = () => {
      session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(4800) });
    };
    speak();
    await session.until('response.done');
    speak();
    const { error } = await session.until('error');
    expect(error).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(await session.closed).toEqual([1008, 'rate_limit_exceeded']);
    const records = await usageOf(it.gateway, 4);
    expect(records).toMatchObject([
      { completion: 'complete', audio_input: 10, output: 4 },
      { completion: 'complete', audio_input: 40, audio_output: 20 },
      { completion: 'complete', audio_input: 10 },
      { completion: 'refused' },
    ]);
    await expect.poll(() => it.twin.open()).toBe(0);
  });

  it('ends where its key is revoked', async () => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    await session.until('session.created');
    await it.gateway.operator.push({ ...it.fragments, keys: [key('bob')] });
    session.send({ type: 'response.create' });
    expect((await session.closed)[0]).toBe(1008);
  });

  it('ends when it lasted as long as it may, and when nothing happens', async () => {
    await using short = await startRealtimeGateway({
      config: { realtime: { sessionMs: 50, idleMs: 60_000 } },
    });
    const first = await plainSession(short.gateway.url);
    expect((await first.until('error'))['error']).toMatchObject({ code: 'session_expired' });
    expect((await first.closed)[0]).toBe(1001);
    await using quiet = await startRealtimeGateway({
      config: { realtime: { sessionMs: 60_000, idleMs: 50 } },
    });
    const second = await plainSession(quiet.gateway.url);
    expect((await second.until('error'))['error']).toMatchObject({ code: 'session_idle' });
  });

  it('is closed with a reason when the gateway stops', async () => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    await session.until('session.created');
    const stopping = it.gateway.running.stop();
    expect(await session.closed).toEqual([1001, 'the gateway is stopping: open another session']);
    await stopping;
  });

  it('is told of a dry run, and opens nothing', async () => {
    await using it = await startRealtimeGateway();
    const headers = { authorization: 'Bearer sk-alice', 'x-aicp-dry-run': 'true' };
    const refused = plainSession(it.gateway.url, { headers });
    await expect(refused).rejects.toMatchObject({
      ...{ status: 200, body: expect.stringContaining('"result":"serve"') as string },
    });
    expect(it.twin.received).toEqual([]);
  });
});

describe('beside sessions', () => {
  it.each([
    ['GET', '/v1/realtime?model=voice', 426, 'upgrade_required'],
    ['POST', '/v1/realtime', 405, 'method_not_allowed'],
    ['POST', '/v1/realtime/client_secrets', 404, 'not_served'],
    ['POST', '/v1/realtime/calls', 404, 'not_served'],
  ])('%s %s says what to do', async (method, path, status, code) => {
    await using it = await startRealtimeGateway();
    const answer = await fetch(`${it.gateway.url}${path}`, { method });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('an upgrade that is none of ours is answered as if it were not asked for', async () => {
    await using it = await startRealtimeGateway();
    const path = '/v1/chat/completions';
    await expect(plainSession(it.gateway.url, { path })).rejects.toMatchObject({ status: 405 });
  });
});
