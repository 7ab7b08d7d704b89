import { once } from 'node:events';
import { createLogger } from '@aicp/common/log/logger';
import { listen } from '@aicp/common/http/listen';
import { issueCa, issueServer, type Issued } from '@aicp/common/tls/issue-certificate';
import { expect, it } from 'vitest';
import { AckForwarder } from './forward-ack.ts';

const lifetime = { fromMs: Date.now(), untilMs: Date.now() + 86_400_000 };
const serverOf = (ca: Issued): Promise<Issued> =>
  issueServer(ca, { name: 'operator', hosts: ['aicp-operator.svc'], ...lifetime });

const body = {
  instance: { service: 'gateway', name: 'gateway-0', version: '1', startedAt: 'now' },
  have: null,
  applied: null,
  rejected: null,
  wait_seconds: 0,
};

/** What a leader that serves with `leader` hears from a follower that serves with `follower`: `taken`, or why the follower gave up. */
async function forwarded(options: {
  leader: Issued;
  follower: { cert: string; ca?: string };
}): Promise<string> {
  const log: string[] = [];
  const logger = createLogger({
    service: 'operator',
    level: 'info',
    destination: { write: (line: string) => void log.push(line) },
  });
  await using leader = await startLeader(options.leader);
  const forwarder = new AckForwarder({
    leaderUrl: () => `https://127.0.0.1:${leader.port}`,
    tls: options.follower,
    log: logger,
  });
  forwarder.forward({ token: 'a token', body });
  await expect.poll(() => leader.heard.length + log.length, { timeout: 5000 }).toBe(1);
  await forwarder.close();
  return leader.heard[0] === undefined ? (log[0] ?? '') : 'taken';
}

async function startLeader(tls: Issued) {
  const heard: string[] = [];
  const listening = await listen(
    (request, response) => {
      heard.push(request.headers.authorization ?? '');
      request.resume();
      void once(request, 'end').then(() => response.writeHead(204).end());
    },
    { host: '127.0.0.1', port: 0, tls },
  );
  return {
    heard,
    port: listening.port,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

it('reaches a leader with the same certificate by its address, which stands in no certificate', async () => {
  const server = await serverOf(await issueCa({ name: 'ca', ...lifetime }));
  expect(await forwarded({ leader: server, follower: server })).toBe('taken');
});

it('reaches a leader whose certificate was renewed, where it knows the CA', async () => {
  const ca = await issueCa({ name: 'ca', ...lifetime });
  const [before, after] = [await serverOf(ca), await serverOf(ca)];
  const follower = { cert: before.cert, ca: ca.cert };
  expect(await forwarded({ leader: after, follower })).toBe('taken');
  expect(await forwarded({ leader: after, follower: { cert: before.cert } })).toContain(
    'ack_not_forwarded',
  );
});

it('tells nothing to a leader of another CA', async () => {
  const [ca, other] = [
    await issueCa({ name: 'ca', ...lifetime }),
    await issueCa({ name: 'other', ...lifetime }),
  ];
  const server = await serverOf(ca);
  const follower = { cert: server.cert, ca: ca.cert };
  expect(await forwarded({ leader: await serverOf(other), follower })).toContain(
    'ack_not_forwarded',
  );
});
