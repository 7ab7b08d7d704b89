import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { listen } from '../http/listen.ts';
import { ManualClock } from '../kubernetes/testing/manual-clock.ts';
import { createLogger } from '../log/logger.ts';
import { issueCa, issueServer, type Issued } from './issue-certificate.ts';
import { keepCertificate } from './keep-certificate.ts';

const lifetime = { fromMs: Date.now(), untilMs: Date.now() + 86_400_000 };

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
  issueServer(await issueCa({ name: 'ca', ...lifetime }), {
    name: 'server',
    hosts: ['a.svc'],
    ...lifetime,
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
