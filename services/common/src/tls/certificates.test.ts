import { request } from 'node:https';
import { expect, it } from 'vitest';
import { listen } from '../http/listen.ts';
import { issueCa, issueServer, type Issued } from './issue-certificate.ts';
import { connect } from 'node:tls';
import { ManualClock } from '../kubernetes/testing/manual-clock.ts';
import { createLogger } from '../log/logger.ts';
import { keepCertificate } from './keep-certificate.ts';

const DAY_MS = 86_400_000;
const lifetime = { fromMs: Date.now(), untilMs: Date.now() + DAY_MS };

/** What a client that trusts `ca` hears from a server of `cert`, when it calls it by `servername`. */
async function call(options: {
  ca: string;
  cert: string;
  key: string;
  servername: string;
}): Promise<string> {
  const { ca, cert, key, servername } = options;
  const server = await listen((_, response) => response.end('hello'), {
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
  });
  try {
    return await new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: server.port, ca, servername, agent: false },
        (answer) => answer.setEncoding('utf8').once('data', resolve),
      );
      asked.once('error', reject).end();
    });
  } finally {
    await server.close(0);
  }
}

it('issues a server certificate that clients of the CA take, for its hosts alone', async () => {
  const ca = await issueCa({ name: 'a CA', ...lifetime });
  const server = await issueServer(ca, { name: 'a server', hosts: ['a.svc'], ...lifetime });
  expect(await call({ ca: ca.cert, ...server, servername: 'a.svc' })).toBe('hello');
  await expect(call({ ca: ca.cert, ...server, servername: 'b.svc' })).rejects.toThrow('altnames');
});

it('issues nothing that clients of another CA take', async () => {
  const [ca, other] = [
    await issueCa({ name: 'a CA', ...lifetime }),
    await issueCa({ name: 'a CA', ...lifetime }),
  ];
  const server = await issueServer(ca, { name: 'a server', hosts: ['a.svc'], ...lifetime });
  await expect(call({ ca: other.cert, ...server, servername: 'a.svc' })).rejects.toThrow(
    /signature|verify/,
  );
});

it('never lets a server certificate outlive its CA', async () => {
  const ca = await issueCa({ name: 'a CA', fromMs: 0, untilMs: DAY_MS });
  const { cert, key } = await issueServer(ca, {
    name: 'a server',
    hosts: ['a.svc'],
    fromMs: 0,
    untilMs: 30 * DAY_MS,
  });
  await expect(call({ ca: ca.cert, cert, key, servername: 'a.svc' })).rejects.toThrow('expired');
});

const keptLifetime = { fromMs: Date.now(), untilMs: Date.now() + 86_400_000 };

/** A server that reads `files`, which a test may change, and a clock to turn. */
async function startServer(files: { current: Issued | Error }) {
  const clock = new ManualClock();
  const ending = new AbortController();
  const logged: string[] = [];
  const write = (line: string): void => {
    logged.push((JSON.parse(line) as { event: string }).event);
  };
  const read = (): Promise<Issued> =>
    files.current instanceof Error ? Promise.reject(files.current) : Promise.resolve(files.current);
  const inUse = await read();
  const listening = await listen(() => undefined, { host: '127.0.0.1', port: 0, tls: inUse });
  const log = createLogger({ service: 'test', level: 'info', destination: { write } });
  const { server, port } = listening;
  const kept = keepCertificate({ server, read, inUse, clock, log, signal: ending.signal });
  return {
    clock,
    logged,
    serialNumber: () => serialNumberAt(port),
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await kept;
      await listening.close(0);
    },
  };
}

async function serialNumberAt(port: number): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    }).once('error', reject);
  });
}

const issue = async (): Promise<Issued> =>
  issueServer(await issueCa({ name: 'ca', ...keptLifetime }), {
    name: 'server',
    hosts: ['a.svc'],
    ...keptLifetime,
  });

it('serves a renewed certificate to new connections within a minute', async () => {
  const files = { current: await issue() };
  await using server = await startServer(files);
  const before = await server.serialNumber();
  files.current = await issue();
  await server.clock.advance(60_000);
  expect(await server.serialNumber()).not.toBe(before);
  expect(server.logged).toEqual(['certificate_renewed']);
});

it('says nothing and changes nothing while the files are the same', async () => {
  await using server = await startServer({ current: await issue() });
  const before = await server.serialNumber();
  await server.clock.advance(300_000);
  expect(await server.serialNumber()).toBe(before);
  expect(server.logged).toEqual([]);
});

it('goes on with the one it has while the files can’t be read, and looks again', async () => {
  const files: { current: Issued | Error } = { current: await issue() };
  await using server = await startServer(files);
  const before = await server.serialNumber();
  files.current = new Error('no such file');
  await server.clock.advance(60_000);
  expect(await server.serialNumber()).toBe(before);
  files.current = await issue();
  await server.clock.advance(60_000);
  expect(await server.serialNumber()).not.toBe(before);
  expect(server.logged).toEqual(['certificate_not_read', 'certificate_renewed']);
});
