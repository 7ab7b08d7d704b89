import { describe, expect, it } from 'vitest';
import { rateLimit } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';

const event = (type: string, id: number) =>
  JSON.stringify({ type, response: { id: `resp_${id}`, status: 'completed' } });

describe('a vendor that begins responses that nobody asked for', () => {
  it('has each of them taken from limits', async () => {
    await using it = await startRealtimeGateway({
      fragments: { rateLimits: [rateLimit('each-key', { rpm: 3 })] },
      script: (socket) => {
        for (let id = 0; id < 10; id += 1) {
          socket.send(event('response.created', id));
          socket.send(event('response.done', id));
        }
      },
    });
    const session = await plainSession(it.gateway.url);
    expect(await session.closed).toEqual([1008, 'rate_limit_exceeded']);
    const records = await usageOf(it.gateway, 4);
    expect(records.filter(({ completion }) => completion === 'complete')).toHaveLength(3);
  });

  it.each([
    ['at a time', false, 32],
    ['one after the other', true, 60],
  ])('more than a bound %s ends the session', async (_name, isEnded, most) => {
    await using it = await startRealtimeGateway({
      script: (socket) => {
        for (let id = 0; id < 300; id += 1) {
          socket.send(event('response.created', id));
          if (isEnded) socket.send(event('response.done', id));
        }
      },
    });
    const session = await plainSession(it.gateway.url);
    expect(await session.closed).toEqual([1008, 'the provider began too many responses']);
    expect(session.events.at(-1)).toMatchObject({ error: { code: 'upstream_error' } });
    const created = session.events.filter(({ type }) => type === 'response.created').length;
    expect(created).toBeGreaterThanOrEqual(most);
    expect(created).toBeLessThan(300);
  });
});

it('what was written down is recorded also where a limit has no room for it, and ends the session', async () => {
  await using it = await startRealtimeGateway({
    fragments: { rateLimits: [rateLimit('each-key', { rpm: 2 })] },
  });
  const session = await plainSession(it.gateway.url);
  const speak = () => {
    session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(4800) });
  };
  speak();
  await session.until('response.done');
  speak();
  expect(await session.closed).toEqual([1008, 'rate_limit_exceeded']);
  expect(await usageOf(it.gateway, 3)).toMatchObject([
    { completion: 'complete', source: 'provider', audio_input: 10, output: 4 },
    { completion: 'complete', source: 'provider' },
    { completion: 'complete', source: 'provider', audio_input: 10, output: 4 },
  ]);
});

it('a client may send back the name of the model that its session told it', async () => {
  await using it = await startRealtimeGateway();
  const session = await plainSession(it.gateway.url);
  const { session: told } = await session.until('session.created');
  const { model } = told as { model: string };
  session.send({ type: 'session.update', session: { model } });
  await session.until('session.updated');
  session.send({ type: 'session.update', session: { model: 'voice' } });
  await session.until('session.updated', 2);
  expect(session.events.filter(({ type }) => type === 'error')).toEqual([]);
  session.socket.close();
});

const error = (event_id?: string | null) =>
  JSON.stringify({
    type: 'error',
    error: { type: 'invalid_request_error', code: 'no', message: 'No.', event_id },
  });

describe('a response that the provider refuses', () => {
  it.each([
    ['without the id of an event', undefined],
    ['with null in its place', null],
  ])('%s is over, and costs nothing', async (_name, id) => {
    await using it = await startRealtimeGateway({
      script: (socket) => {
        socket.on('message', () => {
          socket.send(error(id));
        });
      },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('error');
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({ input: 0, output: 0, cost_nano_usd: 0 });
    session.socket.close();
  });

  it('is not the one that was asked for where the error is about another event of its client', async () => {
    await using it = await startRealtimeGateway({
      script: (socket) => {
        const ids: string[] = [];
        socket.on('message', (data) => {
          const event = JSON.parse((data as Buffer).toString()) as { event_id?: string };
          ids.push(event.event_id ?? '');
          if (ids.length < 2) return;
          socket.send(error(ids[0] === '' ? null : ids[0]));
          socket.send(JSON.stringify({ type: 'response.created', response: { id: 'resp_1' } }));
          const response = {
            ...{ id: 'resp_1', status: 'completed' },
            usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
          };
          socket.send(JSON.stringify({ type: 'response.done', response }));
        });
      },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'input_audio_buffer.commit' });
    session.send({ type: 'response.create' });
    await session.until('response.done');
    session.socket.close();
    await session.closed;
    const records = await usageOf(it.gateway, 1);
    expect(records.map(({ completion }) => completion)).toEqual(['complete']);
  });
});
