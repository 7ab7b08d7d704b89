import { describe, expect, it } from 'vitest';
import { plainSession, says, startRealtimeGateway } from '../../testing/realtime-gateway.ts';
import { testConfig } from '../../testing/start-test-gateway.ts';

const MIB = 1_048_576;
const { requests } = testConfig('');

describe('messages of sessions', () => {
  it('hold memory of the gateway before they are whole, and a session for which there is none ends', async () => {
    await using it = await startRealtimeGateway({
      config: { requests: { ...requests, memoryBytes: 8 * MIB } },
    });
    const session = await plainSession(it.gateway.url);
    session.socket.send('x'.repeat(4 * MIB), { fin: false });
    await expect.poll(() => heldBy(it.gateway.url)).toBeGreaterThan(4 * MIB - 1);
    session.socket.send('x'.repeat(4 * MIB), { fin: false });
    expect((await session.closed)[0]).toBe(1013);
    expect(session.events.at(-1)).toMatchObject({ error: { code: 'overloaded' } });
    await expect.poll(() => heldBy(it.gateway.url)).toBe(0);
    expect(await metric(it.gateway.url, 'aicp_realtime_sessions_ended_total', 'overloaded')).toBe(
      1,
    );
  });

  it('of a vendor count as well', async () => {
    await using it = await startRealtimeGateway({
      config: { requests: { ...requests, memoryBytes: 8 * MIB } },
      script: (socket) => {
        socket.send('x'.repeat(15 * MIB));
      },
    });
    const session = await plainSession(it.gateway.url);
    expect((await session.closed)[0]).toBe(1013);
    await expect.poll(() => heldBy(it.gateway.url)).toBe(0);
  });

  it('hold nothing once they were read', async () => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    session.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(8 * MIB) });
    await session.until('response.done');
    for (let index = 0; index < 50; index += 1) session.send(says('x'.repeat(index * 100)));
    await session.until('conversation.item.done', 50);
    await expect.poll(() => heldBy(it.gateway.url)).toBe(0);
    session.socket.close();
  });
});

describe('a client', () => {
  it('that sends events without end has each of them taken, one after the other', async () => {
    await using it = await startRealtimeGateway({ script: () => undefined });
    const session = await plainSession(it.gateway.url);
    const began = performance.now();
    for (let index = 0; index < 1100; index += 1)
      session.send({ type: 'input_audio_buffer.clear', event_id: `${index}` });
    await expect.poll(() => it.twin.received[0]?.messages.length, { timeout: 10_000 }).toBe(1100);
    expect(performance.now() - began).toBeGreaterThan(450);
    const ids = it.twin.received[0]?.messages.map((text) => /"(\d+)"/.exec(text)?.[1]);
    expect(ids).toEqual(Array.from({ length: 1100 }, (_, index) => `${index}`));
    session.socket.close();
  });

  it('that sends pings without end is closed', async () => {
    await using it = await startRealtimeGateway();
    const session = await plainSession(it.gateway.url);
    for (let index = 0; index < 80; index += 1) session.socket.ping('x'.repeat(125));
    expect((await session.closed)[0]).toBe(1008);
  });
});

const heldBy = (url: string) => metric(url, 'aicp_gateway_held_bytes', 'requests');

async function metric(url: string, name: string, label: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = new RegExp(`^${name}\\{[^}]*"${label}"[^}]*\\} (\\d+)$`, 'm');
  return Number(line.exec(text)?.[1] ?? -1);
}
