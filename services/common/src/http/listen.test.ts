import {
  Agent,
  get,
  type IncomingMessage,
  IncomingMessage as Message,
  ServerResponse,
} from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen } from './listen.ts';

const ask = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).on('error', reject);
  });

describe('a server that closes', () => {
  it('lets an answer under way end, and then its kept-alive connection, long before the grace is over', async () => {
    let finish: () => void = () => undefined;
    const listening = await listen(
      (_request, response) => {
        response.write('begun');
        finish = () => response.end();
      },
      { host: '127.0.0.1', port: 0 },
    );
    const agent = new Agent({ keepAlive: true });
    const answer = await ask(listening.port, agent);
    const startedAt = performance.now();
    const closed = listening.close(20_000);
    finish();
    const chunks = await answer.toArray();
    expect(String(chunks)).toBe('begun');
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(5000);
    agent.destroy();
  });

  it('answers requests on kept-alive connections, and says that their connection ends with the answer', async () => {
    const listening = await listen((_request, response) => response.end('answer'), {
      host: '127.0.0.1',
      port: 0,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await ask(listening.port, agent);
    expect(before.headers.connection).toBe('keep-alive');
    const { localPort } = before.socket;
    await before.toArray();
    const closed = listening.close(20_000);
    const after = await ask(listening.port, agent);
    expect(after.socket.localPort).toBe(localPort);
    expect(after.headers.connection).toBe('close');
    expect(String(await after.toArray())).toBe('answer');
    await closed;
    agent.destroy();
  });

  it('cuts what lasts longer than the grace', async () => {
    const listening = await listen(
      (_request, response) => {
        response.write('for ever');
      },
      { host: '127.0.0.1', port: 0 },
    );
    const agent = new Agent();
    const answer = await ask(listening.port, agent);
    const reading = answer.toArray();
    await listening.close(20);
    await expect(reading).rejects.toThrow('aborted');
  });
});

it('a port that is taken is an error', async () => {
  const first = await listen(() => undefined, { host: '127.0.0.1', port: 0 });
  const second = listen(() => undefined, { host: '127.0.0.1', port: first.port });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close(0);
});

it('requests and responses are made as the classes that are given', async () => {
  class OwnRequest extends Message {}
  class OwnResponse extends ServerResponse {}
  const listening = await listen(
    (request, response) => {
      response.end(`${request instanceof OwnRequest} ${response instanceof OwnResponse}`);
    },
    {
      host: '127.0.0.1',
      port: 0,
      classes: { IncomingMessage: OwnRequest, ServerResponse: OwnResponse },
    },
  );
  const answer = await ask(listening.port, new Agent());
  expect(String(await answer.toArray())).toBe('true true');
  await listening.close(0);
});
