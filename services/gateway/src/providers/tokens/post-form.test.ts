import { expect, it } from 'vitest';
import { poolFor, startRawPeer } from '../../testing/raw-peer.ts';
import { postForm } from './post-form.ts';
import { isTokenAddress } from './token-address.ts';

const url = new URL('http://127.0.0.1/token');

it('answers what the server of tokens says', async () => {
  await using peer = await startRawPeer((socket) =>
    socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}'),
  );
  const pool = poolFor(peer.port);
  expect(await postForm(pool, url, { a: 'b' })).toEqual({ status: 400, body: Buffer.from('{}') });
  pool.destroy();
});

it('gives up on an answer that comes by drops and never ends, when its time is over', async () => {
  await using peer = await startRawPeer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n{');
    const drops = setInterval(() => socket.write(' '), 10);
    socket.on('close', () => {
      clearInterval(drops);
    });
  });
  const pool = poolFor(peer.port);
  await expect(postForm(pool, url, { client_secret: 'very secret' }, 100)).rejects.toMatchObject({
    kind: 'timeout',
    message: '127.0.0.1 gave no token within 0.1 seconds',
  });
  await expect.poll(() => peer.sockets[0]?.destroyed).toBe(true);
  pool.destroy();
});

it('takes no more than a token is long', async () => {
  await using peer = await startRawPeer((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n${' '.repeat(70_000)}`),
  );
  const pool = poolFor(peer.port);
  await expect(postForm(pool, url, {})).rejects.toThrow('more than a token');
  pool.destroy();
});

it.each([
  ['https://login.microsoftonline.com', true],
  ['http://127.0.0.1:8080/token', true],
  ['http://[::1]:8080', true],
  ['http://localhost', true],
  ['http://login.microsoftonline.com', false],
  ['http://127.0.0.1.example', false],
  ['http://10.0.0.1', false],
  ['ftp://localhost', false],
])('sends secrets to %s: %s', (address, isTaken) => {
  expect(isTokenAddress(new URL(address))).toBe(isTaken);
});
