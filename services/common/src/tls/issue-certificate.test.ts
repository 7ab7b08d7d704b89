import { request } from 'node:https';
import { expect, it } from 'vitest';
import { listen } from '../http/listen.ts';
import { issueCa, issueServer } from './issue-certificate.ts';

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
