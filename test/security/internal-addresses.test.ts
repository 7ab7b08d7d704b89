import type { LookupAddress } from 'node:dns';
import {
  addressGuard,
  ForbiddenAddress,
  PUBLIC_ONLY,
  type ResolveName,
} from '@aicp/common/http/address-guard';
import { guardedRequest } from '@aicp/common/http/guarded-request';
import { key, model, provider } from '@aicp/gateway/testing/fragments';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  INTERNAL_HOSTS,
  OUTSIDE,
  startRedirector,
  startSecretServer,
  type SecretServer,
} from './internal-addresses.ts';
import { adminSenders, eventSenders, guardedSenders, type Sender } from './senders.ts';

/** What a sender tells, whether it resolved or rejected: with what caused it. */
async function told(sender: Sender, url: string): Promise<string> {
  try {
    return JSON.stringify(await sender(url));
  } catch (error) {
    return chainOf(error);
  }
}

const chainOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${error.message} ${chainOf(error.cause)}` : '';

const FORBIDDEN =
  '(?:is not an address that requests may be sent to|leads to where requests may not be sent)';
/** A name that this machine may not know is refused by the resolver already. */
const UNKNOWN_NAMES = new Set(['localhost.', 'ip6-localhost']);
const refusedAt = (host: string): RegExp =>
  UNKNOWN_NAMES.has(host) ? new RegExp(`${FORBIDDEN}|ENOTFOUND|EAI_AGAIN`) : new RegExp(FORBIDDEN);

/** A chat request for each model of a tenant whose providers are at these addresses. */
async function throughGateway(urls: readonly string[], networks: readonly string[] = []) {
  const ids = urls.map((_, index) => `m${index}`);
  await using gateway = await startTestGateway({
    fragments: {
      providers: urls.map((baseUrl, index) =>
        provider(`p${index}`, { baseUrl, organization: 'acme' }),
      ),
      models: ids.map((id, index) => model(id, `p${index}`, { organization: 'acme' })),
      keys: [key('ada', { organization: 'acme' })],
    },
    config: { egress: { platform: PUBLIC_ONLY, tenants: { ...PUBLIC_ONLY, networks } } },
  });
  const answers = await Promise.all(
    ids.map(async (id) => {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-ada', 'content-type': 'application/json' },
        body: JSON.stringify({ model: id, messages: [{ role: 'user', content: 'Hello' }] }),
      });
      return { status: response.status, text: await response.text() };
    }),
  );
  return answers;
}

describe('addresses that only this installation can reach', () => {
  let secret: SecretServer;
  beforeAll(async () => {
    secret = await startSecretServer();
  });
  afterAll(async () => {
    await secret[Symbol.asyncDispose]();
  });
  const urlOf = (host: string): string => `http://${host}:${secret.port}/v1`;

  it('are reached by nobody’s guard, so that the server is really there', async () => {
    const answer = await fetch(`http://127.0.0.1:${secret.port}/open`);
    expect(await answer.text()).toContain('keys of the kingdom');
    expect(secret.reached.splice(0)).toHaveLength(1);
    expect(INTERNAL_HOSTS.length).toBeGreaterThanOrEqual(30);
  });

  const senders = { ...eventSenders(PUBLIC_ONLY), ...adminSenders(PUBLIC_ONLY) };
  describe.each(Object.entries(senders))('%s', (_, sender) => {
    it.each(INTERNAL_HOSTS)('does not reach %s', async (host) => {
      const began = performance.now();
      expect(await told(sender, urlOf(host))).toMatch(refusedAt(host));
      expect(secret.reached).toEqual([]);
      // Nothing was dialled that would have had to time out.
      expect(performance.now() - began).toBeLessThan(5000);
    });
  });

  it('are not reached by providers of a tenant, through the gateway', async () => {
    const answers = await throughGateway(INTERNAL_HOSTS.map(urlOf));
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect(answers.map(({ text }) => text).join()).not.toContain('kingdom');
    expect(secret.reached).toEqual([]);
  });

  const opened = { ...PUBLIC_ONLY, networks: [`${OUTSIDE}/32`] };

  it.each(Object.entries({ ...eventSenders(opened), ...adminSenders(opened) }))(
    'are not reached by a redirect of somebody whom %s may ask',
    async (_, sender) => {
      await using elsewhere = await startRedirector(`${urlOf('127.0.0.1')}/secret`);
      await told(sender, `http://${OUTSIDE}:${elsewhere.port}/v1`);
      expect(elsewhere.asked.length).toBeGreaterThan(0);
      expect(secret.reached).toEqual([]);
    },
  );

  it('are not reached by a redirect of a tenant’s provider', async () => {
    await using elsewhere = await startRedirector(`${urlOf('127.0.0.1')}/secret`);
    const url = `http://${OUTSIDE}:${elsewhere.port}/v1`;
    const [answer] = await throughGateway([url], opened.networks);
    expect(elsewhere.asked.length).toBeGreaterThan(0);
    expect(answer?.text).not.toContain('kingdom');
    expect(secret.reached).toEqual([]);
  });

  /** Names that lead where they want, each time somebody asks: after the last answer, to that again. */
  const resolver =
    (...answers: readonly (readonly string[])[]): ResolveName =>
    (_, __, callback) => {
      const [now = []] = answers.length > 1 ? (answers as string[][]).splice(0, 1) : answers;
      callback(
        null,
        now.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };

  it.each([
    ['to this machine', [['127.0.0.1']]],
    ['to this machine by IPv6', [['::1']]],
    ['to IPv4 within IPv6', [['::ffff:127.0.0.1']]],
    ['to a translator', [['64:ff9b::7f00:1']]],
    ['to a public address and to this machine', [['93.184.216.34', '127.0.0.1']]],
    ['to a metadata service', [['169.254.169.254']]],
    ['to a private network', [['10.0.0.5']]],
  ])('are not reached by a name that leads %s', async (_, answers) => {
    for (const sender of Object.values(
      guardedSenders(addressGuard(PUBLIC_ONLY, resolver(...answers))),
    )) {
      expect(await told(sender, urlOf('metadata.evil.example'))).toMatch(new RegExp(FORBIDDEN));
    }
    expect(secret.reached).toEqual([]);
  });

  it('are not reached by a name that changes its mind after it was looked at', async () => {
    const rebinding = resolver([OUTSIDE], ['127.0.0.1']);
    const guard = addressGuard(opened, rebinding);
    await using elsewhere = await startRedirector('/');
    const ask = async (port: number) =>
      guardedRequest(new URL(`http://rebinding.example:${port}/`), {
        guard,
        headers: {},
        maxBytes: 1000,
        timeoutMs: 5000,
      });
    // The very address that was looked at is the one that is connected to.
    expect((await ask(elsewhere.port)).status).toBe(307);
    await expect(ask(secret.port)).rejects.toBeInstanceOf(ForbiddenAddress);
    expect(secret.reached).toEqual([]);
  });
});
