import { describe, expect, it } from 'vitest';
import { credential, model, provider } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { plainSession, startRealtimeGateway } from '../../testing/realtime-gateway.ts';
import { startRealtimeTwin, type SessionScript } from '../../twins/openai/realtime-twin.ts';

type Socket = Parameters<SessionScript>[0];
type Times = Parameters<typeof provider>[1];

const created = JSON.stringify({ type: 'response.created', response: { id: 'resp_1' } });
const delta = (text: string) =>
  JSON.stringify({ type: 'response.output_text.delta', response_id: 'resp_1', delta: text });
const done = JSON.stringify({
  type: 'response.done',
  response: {
    ...{ id: 'resp_1', status: 'completed' },
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  },
});

/** A gateway before a vendor that sends so much of a response, and then nothing. */
async function startSilent(script: SessionScript, times: Times, config = {}) {
  const twin = await startRealtimeTwin(script);
  const it = await startRealtimeGateway({
    config,
    fragments: {
      providers: [
        provider('up', {
          ...{ type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set', ...times },
        }),
      ],
      credentials: [credential('up', 'sk-vendor')],
      models: [model('voice', 'up', { mode: 'realtime' })],
    },
  });
  return {
    ...it,
    twin,
    [Symbol.asyncDispose]: async () => {
      await it[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}

/** Answers the first message with these. */
const saying =
  (...events: readonly string[]): SessionScript =>
  (socket: Socket) => {
    socket.once('message', () => {
      for (const event of events) socket.send(event);
    });
  };

/** For a busy machine to say the next thing in time. */
const LONG_ENOUGH = { firstByteMs: 10_000, idleMs: 1000 };

describe('a provider that goes silent in the middle of a response', () => {
  it.each([
    ['before it begins it', [], { firstByteMs: 200 }],
    ['before its first content', [created], { firstByteMs: 200 }],
    ['after some of it', [created, delta('some of an answer')], { idleMs: 200 }],
  ])(
    '%s is left, however much its client sends, and its health hears of it',
    async (_name, events, timeouts) => {
      await using it = await startSilent(saying(...events), { timeouts });
      const session = await plainSession(it.gateway.url);
      session.send({ type: 'response.create' });
      const speaking = setInterval(() => {
        session.send({ type: 'input_audio_buffer.append', audio: 'AAAA' });
      }, 20);
      const [code] = await session.closed;
      clearInterval(speaking);
      expect(code).toBe(1011);
      expect(session.events.at(-1)).toMatchObject({
        type: 'error',
        error: { type: 'server_error', code: 'upstream_error' },
      });
      const [record] = await usageOf(it.gateway, 1);
      expect(record).toMatchObject({ completion: 'provider_failed' });
      const metrics = await (await fetch(`${it.gateway.url}/metrics`)).text();
      expect(metrics).toMatch(/aicp_realtime_sessions_ended_total\{[^}]*end="provider"[^}]*\} 1/);
      await expect.poll(() => it.twin.open()).toBe(0);
    },
  );

  it('is not one that says something of it again and again', async () => {
    const script: SessionScript = (socket) => {
      socket.once('message', () => {
        socket.send(created);
        let count = 0;
        const speaking = setInterval(() => {
          count += 1;
          socket.send(count < 30 ? delta('more') : done);
          if (count === 30) clearInterval(speaking);
        }, 50);
      });
    };
    await using it = await startSilent(script, { timeouts: LONG_ENOUGH });
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.done');
    expect(session.events.filter(({ type }) => type === 'error')).toEqual([]);
    session.socket.close();
  });

  it('is not one of which nothing is read since its client reads nothing', async () => {
    const script: SessionScript = (socket) => {
      socket.once('message', () => {
        socket.send(created);
        for (let index = 0; index < 400; index += 1) socket.send(delta('x'.repeat(65_536)));
        socket.send(done);
      });
    };
    await using it = await startSilent(
      script,
      { timeouts: LONG_ENOUGH },
      { clientStallMs: 20_000 },
    );
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'response.create' });
    await session.until('response.created');
    session.socket.pause();
    const paused = performance.now();
    await expect.poll(() => performance.now() - paused, { timeout: 10_000 }).toBeGreaterThan(2500);
    session.socket.resume();
    await session.until('response.done');
    session.socket.close();
    const [record] = await usageOf(it.gateway, 1);
    expect(record).toMatchObject({ completion: 'complete' });
  });
});
