import { describe, expect, it } from 'vitest';
import { plainSession, says, startRealtimeGateway } from '../../testing/realtime-gateway.ts';

const MIB = 1_048_576;

describe('an event of a client', () => {
  it.each([
    ['nested too deep', `{"type":"session.update","session":${nested(100_000)}}`, /nested/],
    ['of too many values', `{"type":"session.update","session":[${'1,'.repeat(1e5)}1]}`, /values/],
    ['with a long number', `{"type":"session.update","a":${'1'.repeat(1e6)}}`, /[Nn]umbers/],
    ['of too much text', JSON.stringify(says('a'.repeat(2 * MIB))), /1 MiB/],
    ['with a long id', JSON.stringify({ ...says('a'), event_id: 'e'.repeat(513) }), /event_id/],
    ['with an id that is none', JSON.stringify({ ...says('a'), event_id: {} }), /event_id/],
  ])('%s is refused, and its session goes on', async (_name, text, said) => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    await session.until('session.created');
    session.socket.send(text);
    const { error } = await session.until('error');
    expect(error).toMatchObject({ type: 'invalid_request_error', event_id: null });
    expect((error as { message: string }).message).toMatch(said);
    session.send({ ...says('hello'), event_id: 'e'.repeat(512) });
    await session.until('conversation.item.done');
    expect(it.twin.received[0]?.messages).toHaveLength(1);
    session.socket.close();
  });

  it('with as much sound as a vendor takes passes', async () => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(15 * MIB) });
    await session.until('response.done');
    expect(it.twin.received[0]?.messages[0]?.length).toBeGreaterThan(15 * MIB);
    session.socket.close();
  });
});

describe('an event of a vendor', () => {
  it('that is nested too deep is left out', async () => {
    await using it = await startRealtimeGateway({
      script: (socket) => {
        socket.send(`{"type":"deep","a":${nested(1000)}}`);
        socket.send('{"type":"flat"}');
      },
    });
    const session = await plainSession(it.gateway.url);
    await session.until('flat');
    expect(session.events).toEqual([{ type: 'flat' }]);
    session.socket.close();
  });
});

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}
