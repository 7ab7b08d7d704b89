import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim')],
      keys: [key('alice')],
    },
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const POST = 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n';
const ALICE = 'Authorization: Bearer sk-alice\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n';
const BODY = '{"model":"small","messages":[]}';

const open = () => connect(gateway.running.port, '127.0.0.1');

/** Everything that comes back until the gateway ends the connection. */
async function send(bytes: string): Promise<string> {
  const socket = open();
  socket.write(bytes, 'latin1');
  return await text(socket);
}

describe('what is no request', () => {
  it.each([
    ['what is no HTTP', 'hello\r\n\r\n', 400, 'unreadable_request'],
    ['a header that holds what none may', `${POST}X-Odd: \x00\r\n\r\n`, 400, 'unreadable_request'],
    [
      'headers of 20 KiB',
      `${POST}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'unreadable_request',
    ],
    [
      'extensions of a chunk of 20 KiB',
      `${POST}${ALICE}${CHUNKED}1;${'a'.repeat(20_000)}\r\n`,
      413,
      'unreadable_request',
    ],
    [
      'an expectation that nobody knows',
      `${POST}${ALICE}Expect: tea\r\nContent-Length: 0\r\n\r\n`,
      417,
      'expectation_failed',
    ],
  ])('%s is answered in OpenAI’s shape', async (_what, bytes, status, code) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/content-type: application\/json/i);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(JSON.parse(body)).toMatchObject({ error: { type: 'invalid_request_error', code } });
  });
});

describe('a client that asks before it sends its body', () => {
  const asking = (length: number) => `Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;

  it.each([
    ['without a key', `${POST}${asking(BODY.length)}`, 401],
    ['with a key that is not known', `${POST}Authorization: Bearer sk-x\r\n${asking(9)}`, 401],
    ['with a body that is too large', `${POST}${ALICE}${asking(2 ** 30)}`, 413],
  ])('%s is refused and not asked for it', async (_what, bytes, status) => {
    expect(await send(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('is asked for it where it may send it', async () => {
    const socket = open();
    let answer = '';
    const ended = new Promise((resolve) => socket.once('end', resolve));
    socket.on('data', (chunk) => {
      const isFirst = answer === '';
      answer += chunk.toString();
      if (isFirst) socket.write(BODY);
    });
    socket.write(`${POST}${ALICE}Connection: close\r\n${asking(BODY.length)}`);
    await ended;
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });
});
