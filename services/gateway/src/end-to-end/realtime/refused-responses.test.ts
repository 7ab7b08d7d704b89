import { describe, expect, it } from 'vitest';
import { usageOf } from '../../testing/journal-lines.ts';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';

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
