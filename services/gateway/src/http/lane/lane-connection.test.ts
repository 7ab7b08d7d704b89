import { connect } from 'node:net';
import { systemClock } from '@aicp/common/time/clock';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { hear, openSide, plain, requestText, turn, type Side } from '../../testing/lane-server.ts';
import { waitFor } from '../../testing/wait-for.ts';

const LAST = plain('{"last":true}');

describe('a client that leaves with requests sent ahead', () => {
  const unanswered = plain('{}', 'x-as: never');
  /** As many bytes of the next request. */
  const next = (bytes: number): string =>
    requestText(['host: x', 'content-length: 9000000'], 'x'.repeat(bytes));

  it.each([
    ['Node', 0],
    ['Node', 200_000],
    ['the lane', 0],
    ['the lane', 50_000],
    ['the lane', 200_000],
  ])('is noticed by %s at once, %d bytes ahead', async (who, bytes) => {
    const side = await openSide(who === 'Node' ? undefined : systemClock);
    const socket = connect({ port: side.listening.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.end(unanswered + next(bytes));
    await waitFor(() => side.seen.includes('left'), 2000);
    expect(side.lane?.aheadBytes ?? 0).toBe(0);
    socket.destroy();
    await side.listening.close(0);
  });
});

describe('a connection of the lane', () => {
  it('is closed where no request uses it for as long as clients are told', async () => {
    const clock = new ManualClock(0);
    const side = await openSide(clock);
    const heard = hear(side, [Buffer.from(LAST)]);
    expect((await heard).closedItself).toBe(false);
    const socket = connect({ port: side.listening.port, host: '127.0.0.1' });
    let isClosed = false;
    socket.on('close', () => (isClosed = true));
    socket.resume();
    await waitFor(() => side.socket);
    await clock.advance(75_000);
    await turn();
    expect(side.socket?.destroyed).toBe(false);
    await clock.advance(3_000);
    await waitFor(() => isClosed || undefined);
    await side.listening.close(0);
  });

  it('keeps little more than a body in memory where many came together', async () => {
    const side = await openSide(systemClock);
    const request = plain('x'.repeat(10_000), 'x-as: holding');
    const { said } = await hear(side, [Buffer.from(request.repeat(30))]);
    expect(said.match(/lean|wasteful/g)).toEqual(Array.from({ length: 30 }, () => 'lean'));
    await side.listening.close(0);
  });

  it('ends with its answer once the server closes', async () => {
    const side = await openSide(systemClock);
    side.lane?.sayFarewell();
    const { said, closedItself } = await hear(side, [Buffer.from(LAST + LAST)]);
    expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
    expect(said).toContain('Connection: close\r\n');
    expect(closedItself).toBe(true);
    await side.listening.close(0);
  });

  it.each(['once the server closes', 'where an answer says so'])(
    'is closed with its last answer %s, also where the client leaves it open',
    async (when) => {
      const side = await openSide(systemClock);
      if (when.startsWith('once')) side.lane?.sayFarewell();
      const socket = connect({
        port: side.listening.port,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      let said = '';
      socket.on('data', (data) => (said += data.toString('latin1')));
      socket.on('error', () => undefined);
      socket.write(when.startsWith('once') ? LAST : plain('{}', 'x-as: last-refusal'));
      await waitFor(() => side.socket?.destroyed);
      await waitFor(() => socket.readableEnded || undefined);
      expect(said).toMatch(/^HTTP\/1\.1 (200|403)[^]*(\}|no)$/);
      expect(said.match(/connection:.*/gi)).toEqual([expect.stringContaining('close')]);
      socket.destroy();
      await side.listening.close(0);
    },
  );

  it('is cut where a body that nobody wants goes on and on', async () => {
    const side = await openSide(systemClock);
    const head = requestText(['host: x', 'content-length: 9000000', 'x-as: refusal'], '');
    const pieces = [head, ...Array.from({ length: 40 }, () => 'x'.repeat(60_000))];
    const { said, closedItself } = await hear(
      side,
      pieces.map((piece) => Buffer.from(piece)),
    );
    expect(said).toContain('HTTP/1.1 403');
    expect(closedItself).toBe(true);
    await side.listening.close(0);
  });
});

describe('a drain', () => {
  const REST = 300_000;
  const refused = (how: string): string =>
    requestText(['host: x', `content-length: ${REST}`, `x-as: ${how}`], '');

  /** A client that never closes its end, and sends the first byte of a body that is refused. */
  function begin(side: Side, how: string) {
    const socket = connect({ port: side.listening.port, host: '127.0.0.1', allowHalfOpen: true });
    const client = { socket, said: '', error: undefined as unknown };
    socket.on('data', (data) => (client.said += data.toString('latin1')));
    socket.on('error', (error) => (client.error = error));
    socket.write(`${refused(how)}x`);
    return client;
  }

  it.each(['Node', 'the lane'])(
    'lets a body come to its end whose answer was sent before, by %s',
    async (who) => {
      const side = await openSide(who === 'Node' ? undefined : systemClock);
      const client = begin(side, 'refusal');
      await waitFor(() => client.said.endsWith('no') || undefined);
      const closed = side.listening.close(4000);
      // Idle connections are closed from then on.
      await waitFor(() => !side.listening.server.listening || undefined);
      await turn();
      expect(side.socket?.destroyed).toBe(false);
      client.socket.write('x'.repeat(REST - 1));
      await waitFor(() => client.socket.readableEnded || undefined, 2000);
      expect(side.socket?.bytesRead).toBe(refused('refusal').length + REST);
      expect(client.error).toBeUndefined();
      client.socket.destroy();
      await closed;
    },
  );

  it('reads the body to its end also after an answer that closes the connection, as a reset could overtake that', async () => {
    const side = await openSide(systemClock);
    side.lane?.sayFarewell();
    const client = begin(side, 'refusal');
    await waitFor(() => client.socket.readableEnded || undefined);
    expect(client.said).toMatch(/Connection: close[^]*no$/);
    side.lane?.closeIdle();
    client.socket.write('x'.repeat(REST - 1));
    await waitFor(() => side.socket?.destroyed);
    expect(side.socket?.bytesRead).toBe(refused('refusal').length + REST);
    expect(client.error).toBeUndefined();
    client.socket.destroy();
    await side.listening.close(0);
  });

  it('cuts a body that does not come within its time', async () => {
    const side = await openSide(systemClock);
    const clients = [begin(side, 'refusal')];
    await waitFor(() => clients.every(({ said }) => said.endsWith('no')) || undefined);
    side.lane?.sayFarewell();
    clients.push(begin(side, 'refusal'));
    await waitFor(() => clients.every(({ said }) => said.endsWith('no')) || undefined);
    await side.listening.close(20);
    for (const { socket } of clients) socket.destroy();
  });
});
