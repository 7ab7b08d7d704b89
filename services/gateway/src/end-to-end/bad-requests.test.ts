import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BadRequestError } from 'openai';
import { describe, expect, it, afterAll, beforeAll } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { text } from 'node:stream/consumers';

describe('bad requests', () => {
  const startGateway = () =>
    startTestGateway({
      fragments: {
        providers: [simulated('sim')],
        models: [model('small', 'sim'), model('dear', 'sim')],
        keys: [key('alice')],
      },
    });

  const post = (gateway: TestGateway, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice', ...headers },
      body,
    });

  const errorOf = async (response: Response) =>
    ((await response.json()) as { error: Record<string, unknown> }).error;

  describe('a body', () => {
    it.each([
      ['that is cut off', '{"model":"small","messages":['],
      ['that is no object', '["small"]'],
      ['that is empty', ''],
      ['with a byte order mark', '\ufeff{"model":"small","messages":[]}'],
      ['that names the model twice', '{"model":"small","messages":[],"model":"dear"}'],
      ['that hides the model', '{"model":"small","messages":[],"mod\\u0065l":"dear"}'],
      ['that names the model in capitals', '{"model":"small","messages":[],"Model":"dear"}'],
      ['that hides its tools', '{"model":"small","messages":[],"tools":[],"Tools":[{}]}'],
      ['that hides its functions', '{"model":"small","messages":[],"\\u0066unctions":[{}]}'],
      ['of too many values', `{"model":"small","messages":[],"x":[${'[],'.repeat(200_000)}1]}`],
      ['that streams twice', '{"model":"small","messages":[],"stream":false,"stream":true}'],
      ['without messages', '{"model":"small"}'],
      ['whose messages are no list', '{"model":"small","messages":{}}'],
      ['whose model is no text', '{"model":7,"messages":[]}'],
      ['whose model’s name has no end', `{"model":"${'x'.repeat(10_000)}","messages":[]}`],
      ['that has no floor', `{"model":"small","messages":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
      ['whose stream is no boolean', '{"model":"small","messages":[],"stream":"yes"}'],
    ])('%s is 400, in OpenAI’s shape', async (_what, body) => {
      await using gateway = await startGateway();
      const response = await post(gateway, body);
      expect(response.status).toBe(400);
      const error = await errorOf(response);
      expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
      expect(error.type).toBe('invalid_request_error');
      expect((await usageOf(gateway))[0]).toMatchObject({ completion: 'refused', status: 400 });
    });

    it('that is not UTF-8 is 400', async () => {
      await using gateway = await startGateway();
      const body = Buffer.concat([
        Buffer.from('{"model":"small","messages":[],"x":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}'),
      ]);
      expect((await post(gateway, new Uint8Array(body))).status).toBe(400);
    });

    it('with metadata in a header that is no JSON object is 400', async () => {
      await using gateway = await startGateway();
      const body = '{"model":"small","messages":[]}';
      for (const metadata of ['nonsense', '[1]', '"x"']) {
        expect((await post(gateway, body, { 'x-aicp-metadata': metadata })).status).toBe(400);
      }
    });

    it('that asks for a trial in another way than true or false is 400, and reaches nobody', async () => {
      await using gateway = await startGateway();
      const body = '{"model":"small","messages":[]}';
      for (const wish of ['1', 'yes', '', ' true x']) {
        const response = await post(gateway, body, { 'x-aicp-dry-run': wish });
        expect(response.status).toBe(400);
        expect(await errorOf(response)).toMatchObject({ param: 'x-aicp-dry-run' });
      }
      const tried = await post(gateway, body, { 'x-aicp-dry-run': 'True' });
      expect(await tried.json()).toMatchObject({ object: 'aicp.decision' });
    });

    it('that is compressed is 415, for no policy could read it', async () => {
      await using gateway = await startGateway();
      const packed = new Uint8Array(gzipSync('{"model":"small","messages":[]}'));
      const response = await post(gateway, packed, { 'content-encoding': 'gzip' });
      expect(response.status).toBe(415);
      expect(await errorOf(response)).toMatchObject({ code: 'unsupported_content_encoding' });
    });

    it('of 32 MiB is served, and one byte more is 413', async () => {
      await using gateway = await startGateway();
      const limit = 32 * 1_048_576;
      const frame = '{"model":"small","messages":[{"role":"user","content":""}]}'.length;
      const bodyOf = (bytes: number) =>
        `{"model":"small","messages":[{"role":"user","content":"${'x'.repeat(bytes - frame)}"}]}`;
      expect((await post(gateway, bodyOf(limit))).status).toBe(200);
      const response = await post(gateway, bodyOf(limit + 1));
      expect(response.status).toBe(413);
      expect(await errorOf(response)).toMatchObject({ code: 'request_too_large' });
    });

    it('that says nothing of its size is measured as it comes', async () => {
      await using gateway = await startGateway();
      const status = await new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => {
          socket.write(
            'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sk-alice\r\ntransfer-encoding: chunked\r\n\r\n',
          );
          const chunk = `100000\r\n${'x'.repeat(1_048_576)}\r\n`;
          for (let count = 0; count < 33; count += 1) socket.write(chunk);
        });
        socket.once('data', (data) => {
          resolve(data.toString().slice(0, 12));
          socket.destroy();
        });
      });
      expect(status).toBe('HTTP/1.1 413');
    });

    it('is refused to the stock client as a BadRequestError', async () => {
      await using gateway = await startGateway();
      // What `chat.completions.create` sends for a program whose types nobody checked.
      const body = { model: 'small', messages: saying('hi'), stream: 'maybe' };
      const asked = clientOf(gateway).post('/chat/completions', { body, stream: true });
      await expect(asked).rejects.toThrow(BadRequestError);
    });
  });

  describe('an address', () => {
    it('that nobody serves is 404, in OpenAI’s shape', async () => {
      await using gateway = await startGateway();
      const response = await fetch(`${gateway.url}/v1/nothing?x=1`, { method: 'POST' });
      expect(response.status).toBe(404);
      expect(await errorOf(response)).toMatchObject({ code: 'unknown_url', param: null });
      expect(response.headers.get('x-request-id')).toBeTruthy();
    });

    it.each([
      ['GET', '/v1/chat/completions', 'POST'],
      ['DELETE', '/chat/completions', 'POST'],
      ['POST', '/v1/models', 'GET, HEAD'],
      ['PUT', '/models/small', 'GET, HEAD'],
      ['POST', '/health/readiness', 'GET, HEAD'],
      ['POST', '/metrics', 'GET, HEAD'],
    ])('takes no %s %s: 405 says what it takes', async (method, path, allow) => {
      await using gateway = await startGateway();
      const response = await fetch(gateway.url + path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
    });

    it('that cannot be decoded is 400', async () => {
      await using gateway = await startGateway();
      const response = await fetch(`${gateway.url}/v1/models/%E0%A4%A`);
      expect(response.status).toBe(400);
      expect(gateway.logged.filter((entry) => entry.level === 'error')).toEqual([]);
    });
  });

  describe('a request id', () => {
    it.each(['', 'has space', 'x'.repeat(129), 'new\tline'])(
      'like "%s" is replaced',
      async (id) => {
        await using gateway = await startGateway();
        const response = await post(gateway, '{"model":"small","messages":[]}', {
          'x-request-id': id,
        });
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      },
    );
  });
});

describe('unreadable requests', () => {
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
      [
        'a header that holds what none may',
        `${POST}X-Odd: \x00\r\n\r\n`,
        400,
        'unreadable_request',
      ],
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
});
