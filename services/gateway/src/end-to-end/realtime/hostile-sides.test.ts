import { describe, expect, it } from 'vitest';
import { usageOf } from '../../testing/journal-lines.ts';
import { plainSession, says, startRealtimeGateway } from '../../testing/realtime-gateway.ts';
import type { SessionScript } from '../../twins/openai/realtime-twin.ts';

const MIB = 1_048_576;
const created = JSON.stringify({ type: 'response.created', response: { id: 'resp_1' } });
const delta = (text: string) =>
  JSON.stringify({ type: 'response.output_text.delta', response_id: 'resp_1', delta: text });

/** A vendor that begins a response as soon as it is asked for one, and then does something else. */
const after =
  (next: (socket: Parameters<SessionScript>[0]) => void): SessionScript =>
  (socket) => {
    socket.once('message', () => {
      socket.send(created);
      socket.send(delta('some of an answer'));
      next(socket);
    });
  };

describe('a vendor that breaks off in the middle of a response', () => {
  it.each([
    ['without a close', (socket) => socket.terminate(), 1011],
    ['with a code of its own', (socket) => socket.close(4000, 'enough'), 4000],
    ['with a message that is too large', (socket) => socket.send('x'.repeat(17 * MIB)), 1011],
  ] satisfies [string, (socket: Parameters<SessionScript>[0]) => void, number][])(
    '%s is counted by what came, and the client is told',
    async (_name, next, code) => {
      await using it = await startRealtimeGateway({
        script: after((socket) => {
          socket.once('pong', () => {
            next(socket);
          });
          socket.ping();
        }),
      });
      const session = await plainSession(it.gateway.url);
      session.send({ type: 'response.create' });
      expect((await session.closed)[0]).toBe(code);
      expect(session.events.at(-1)).toMatchObject({ type: 'error' });
      const [record] = await usageOf(it.gateway, 1);
      expect(record).toMatchObject({ completion: 'provider_failed', source: 'estimate' });
      expect(record?.output).toBeGreaterThan(0);
    },
  );
});

describe('a vendor that sends what is no event', () => {
  it('is read on, and nothing of it reaches the client', async () => {
    await using it = await startRealtimeGateway({
      script: (socket) => {
        for (const garbage of ['', 'no JSON', '[1]', '{"type":7}', 'null', '{"a":'])
          socket.send(garbage);
        socket.send(Buffer.from([0xff, 0xfe]));
        socket.send(
          JSON.stringify({ type: 'response.done', response: { id: 'never begun', usage: {} } }),
        );
      },
    });
    const session = await plainSession(it.gateway.url);
    await session.until('response.done');
    expect(session.events).toHaveLength(1);
    session.socket.close();
  });

  it('with counts that cannot be is not believed', async () => {
    const usage = { input_tokens: -5, output_tokens: 1e300, total_tokens: 'many' };
    await using it = await startRealtimeGateway({
      script: after((socket) => {
        socket.send(JSON.stringify({ type: 'response.done', response: { id: 'resp_1', usage } }));
      }),
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.done');
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({ completion: 'complete', source: 'estimate' });
    session.socket.close();
  });
});

describe('a vendor whose events come out of order', () => {
  it('has each response counted once, by its first end', async () => {
    const done = (id: string, tokens: number) =>
      JSON.stringify({
        type: 'response.done',
        response: {
          ...{ id, status: 'completed' },
          usage: { input_tokens: tokens, output_tokens: tokens, total_tokens: 2 * tokens },
        },
      });
    await using it = await startRealtimeGateway({
      script: (socket) => {
        socket.once('message', () => {
          const events = [done('resp_1', 9), delta('early'), created, delta('some')];
          events.push(done('resp_2', 9), done('resp_1', 3), done('resp_1', 9), delta('late'));
          for (const event of [...events, '{"type":"over"}']) socket.send(event);
        });
      },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('over');
    session.socket.close();
    await session.closed;
    const records = await usageOf(it.gateway, 1);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ completion: 'complete', input: 3, output: 3 });
  });
});

describe('a session that ends while a response is under way', () => {
  it.each([
    ['since it lasted its time', { sessionMs: 200, idleMs: 60_000 }, 'length'],
    ['since nothing was sent', { sessionMs: 60_000, idleMs: 200 }, 'idle'],
  ])('%s has it counted by what came', async (_name, realtime, end) => {
    await using it = await startRealtimeGateway({
      ...{ script: after(() => undefined), config: { realtime } },
    });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    expect((await session.closed)[0]).toBe(1001);
    const records = await usageOf(it.gateway, 1);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ completion: 'client_gone', source: 'estimate' });
    expect(records[0]?.output).toBeGreaterThan(0);
    expect(await endedBy(it.gateway.url, end)).toBe(1);
  });
});

describe('a client', () => {
  it('that leaves in the middle of a response is counted by what came', async () => {
    await using it = await startRealtimeGateway({ script: after(() => undefined) });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.output_text.delta');
    session.socket.terminate();
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({ completion: 'client_gone', source: 'estimate' });
    expect(record?.output).toBeGreaterThan(0);
    await expect.poll(() => it.twin.open()).toBe(0);
  });

  it('that reads nothing keeps its vendor waiting, and holds no memory beyond a bound', async () => {
    let sent = 0;
    let taken = 0;
    const piece = delta('x'.repeat(65_536));
    await using it = await startRealtimeGateway({
      script: (socket) => {
        for (let index = 0; index < 1000; index += 1) {
          sent += 1;
          socket.send(piece, () => (taken += 1));
        }
      },
      config: { clientStallMs: 300 },
    });
    const session = await plainSession(it.gateway.url);
    session.socket.pause();
    const ended = () => endedBy(it.gateway.url, 'stalled');
    await expect.poll(ended, { timeout: 10_000 }).toBe(1);
    expect(sent).toBe(1000);
    expect(taken).toBeLessThan(900);
    session.socket.terminate();
  });

  it.each([
    ['no answers', { type: 'session.update', session: { type: 'transcription' } }, 'session.type'],
    ['another model', { type: 'session.update', session: { model: 'other' } }, 'session.model'],
    [
      'another model for one response',
      { type: 'response.create', response: { model: 'o' } },
      'response.model',
    ],
    [
      'a server of tools',
      { type: 'session.update', session: { tools: [{ type: 'mcp', server_url: 'http://evil' }] } },
      'session.tools[0].type',
    ],
    [
      'a prompt of the vendor',
      { type: 'session.update', session: { prompt: { id: 'pmpt_1' } } },
      'session.prompt',
    ],
    [
      'a conversation of somebody',
      { type: 'response.create', response: { conversation: 'conv_1' } },
      'response.conversation',
    ],
    [
      'a stored file',
      {
        type: 'conversation.item.create',
        item: { content: [{ type: 'input_file', file_id: 'file_1' }] },
      },
      'item.file_id',
    ],
    ['an event that nobody knows', { type: 'session.delete_all' }, 'type'],
  ])('that asks for %s is refused, and its session goes on', async (_name, event, param) => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    await session.until('session.created');
    session.send({ event_id: 'mine', ...event });
    expect((await session.until('error'))['error']).toMatchObject({ param, event_id: 'mine' });
    session.send(says('hello'));
    await session.until('conversation.item.done');
    expect(it.twin.received[0]?.messages).toHaveLength(1);
    session.socket.close();
  });

  it('that writes a member twice is read as it is passed on', async () => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    session.socket.send(
      '{"type":"session.update","type":"input_audio_buffer.append","session":{"model":"o","model":"voice"},"audio":"AA"}',
    );
    session.send(says('hello'));
    await session.until('conversation.item.done');
    expect(it.twin.received[0]?.messages[0]).toBe(
      '{"type":"input_audio_buffer.append","session":{"model":"gpt-realtime"},"audio":"AA"}',
    );
    session.socket.close();
  });

  it('that sends what is no event, or too much at once, ends no other session', async () => {
    await using it = await startRealtimeGateway();
    const other = await plainSession(it.gateway.url);
    const session = await plainSession(it.gateway.url);
    session.socket.send('no JSON');
    await session.until('error');
    session.socket.send('x'.repeat(17 * MIB));
    expect((await session.closed)[0]).toBe(1009);
    other.send({ type: 'response.create' });
    await other.until('response.done');
    other.socket.close();
  });
});

async function endedBy(url: string, end: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = new RegExp(
    `^aicp_realtime_sessions_ended_total\\{[^}]*end="${end}"[^}]*\\} (\\d+)$`,
    'm',
  );
  return Number(line.exec(text)?.[1] ?? -1);
}
