import { connect } from 'node:net';
import { listen } from '@aicp/common/http/listen';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { Holder, KeyHolder } from '../memory/holders.ts';
import { BodyShare, RequestMemory } from '../memory/request-memory.ts';
import { waitFor } from '../testing/wait-for.ts';
import { collectBody } from '../pipeline/collect-body.ts';
import type { CollectableRequest } from '../client/client.ts';
import { createBareApp } from './app.ts';
import { messageClassesOf } from './message-classes.ts';

const LIMIT = 20;

/** A server that answers with the body that it got, and one raw connection to it. */
async function startEcho() {
  const app = createBareApp();
  const events: string[] = [];
  app.post('/echo', (request, response) => {
    response.on('close', () => events.push(response.writableFinished ? 'answered' : 'gone'));
    const share = new BodyShare(new RequestMemory(1_048_576), new KeyHolder(new Holder()));
    const options = { limit: LIMIT, deadlineMs: 60_000, share, clock: systemClock };
    collectBody(request as unknown as CollectableRequest, options, (body) => {
      response.end(typeof body === 'string' ? '<too large>' : `<${body.toString()}>`);
    });
  });
  app.post('/unread', (_request, response) => {
    response.end('<unread>');
  });
  const options = { host: '127.0.0.1', port: 0, classes: messageClassesOf(app) };
  const listening = await listen(app, options);
  const socket = connect({ port: listening.port, host: '127.0.0.1', noDelay: true });
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  const close = async () => {
    socket.destroy();
    await listening.close(0);
  };
  const bodies = () => [...heard.matchAll(/<(.*?)>/g)].map(([, body]) => body);
  return { socket, events, bodies, [Symbol.asyncDispose]: close };
}

const post = (body: string, path = '/echo'): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('a request of the application', () => {
  it('hands its body to a sink, in one piece, in several, in none, and one after the other', async () => {
    await using echo = await startEcho();
    const [first, second] = [post('in two').slice(0, -3), 'two'];
    echo.socket.write(first);
    await waitFor(() => (echo.socket.bytesWritten === first.length ? true : undefined));
    setImmediate(() => echo.socket.write(second));
    await waitFor(() => echo.bodies()[0]);
    echo.socket.write(post('') + post('next') + post('ignored', '/unread') + post('last'));
    await waitFor(() => echo.bodies()[4]);
    expect(echo.bodies()).toEqual(['in two', '', 'next', 'unread', 'last']);
    await waitFor(() => echo.events[3]);
    expect(echo.events).toEqual(['answered', 'answered', 'answered', 'answered']);
  });

  it('hands over a body in chunks', async () => {
    await using echo = await startEcho();
    const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
    echo.socket.write(`${head}2\r\nab\r\n1\r\nc\r\n0\r\n\r\n${post('next')}`);
    await waitFor(() => echo.bodies()[1]);
    expect(echo.bodies()).toEqual(['abc', 'next']);
  });

  it('is answered before the end of a body that is too large, and the next is read', async () => {
    await using echo = await startEcho();
    echo.socket.write(post('x'.repeat(LIMIT + 1)) + post('next'));
    await waitFor(() => echo.bodies()[1]);
    expect(echo.bodies()).toEqual(['too large', 'next']);
  });

  it('is cut where its body goes on and on after the answer', async () => {
    await using echo = await startEcho();
    echo.socket.write(post('x'.repeat(1000)).slice(0, LIMIT + 5 - 1000));
    await waitFor(() => echo.bodies()[0]);
    expect(echo.bodies()).toEqual(['too large']);
    const closed = new Promise((resolve) => echo.socket.once('close', resolve));
    echo.socket.on('error', () => undefined);
    echo.socket.write('x'.repeat(2 * LIMIT));
    await closed;
  });

  it('whose client leaves in the midst of it says so', async () => {
    await using echo = await startEcho();
    echo.socket.write(post('half of it').slice(0, -4));
    await waitFor(() => (echo.socket.bytesWritten > 0 ? true : undefined));
    echo.socket.end();
    await waitFor(() => echo.events[0]);
    expect(echo.events).toEqual(['gone']);
    expect(echo.bodies()).toEqual([]);
  });
});
