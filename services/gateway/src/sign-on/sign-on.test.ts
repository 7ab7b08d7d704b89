import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../mcp/testing/clients.ts';
import { mcpServer } from '../mcp/testing/fragments.ts';
import { startToolServer, type ToolServer } from '../mcp/testing/tool-server.ts';
import { key, type Fragments } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { startIssuer, type FakeIssuer } from './testing/fake-issuer.ts';
import { organization, team } from './testing/people.ts';

const PUBLIC = 'https://ai.example.com';
const ada = { user: 'ada', role: 'member' } as const;

let tools: ToolServer;
let idp: FakeIssuer;
let other: FakeIssuer;

beforeAll(async () => {
  [tools, idp, other] = await Promise.all([startToolServer(), startIssuer(), startIssuer()]);
});
afterAll(async () => {
  await Promise.all([tools, idp, other].map((one) => one[Symbol.asyncDispose]()));
});

/** Acme, with ada in its teams ml and ops, and umbrella with an issuer of its own; a tool server for each. */
const world = (more: Record<string, readonly object[]> = {}): Fragments => ({
  keys: [key('acme', { organization: 'acme' }), key('umbrella', { organization: 'umbrella' })],
  sections: {
    'mcp-servers': [
      mcpServer('one', tools.url, { organization: 'acme', allowedTeams: ['ml'] }),
      mcpServer('two', tools.url, { organization: 'umbrella' }),
      mcpServer('ops', tools.url, { organization: 'acme', allowedTeams: ['ops'] }),
    ],
    organizations: [
      organization('acme', idp.url, [{ user: 'vic', role: 'viewer' }]),
      organization('umbrella', other.url, [ada]),
    ],
    teams: [team('ml', 'acme', [ada]), team('ops', 'acme', [ada])],
    ...more,
  },
});

const start = (fragments = world(), publicUrl: string | undefined = PUBLIC) =>
  startTestGateway({ fragments, config: { publicUrl, ssoPrivateNetworks: true } });

const adasToken = (claims: object = {}) =>
  idp.token({ sub: 'ada', aud: `${PUBLIC}/mcp`, ...claims });

async function ask(
  { url }: TestGateway,
  token: string,
  { path = '/mcp', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, told: answer.headers.get('www-authenticate') };
}

describe('a token of single sign-on', () => {
  it('lets a member call with the rights of their team, and never goes upstream', async () => {
    await using gateway = await start();
    const token = await adasToken();
    await using client = await connect(`${gateway.url}/mcp`, token);
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(['one_echo', 'one_fail', 'one_long']);
    await client.callTool({ name: 'one_echo', arguments: { text: 'hello' } });
    const [record] = await usageOf(gateway, 1);
    expect(record).toMatchObject({ organization: 'acme', team: 'ml', user: 'ada' });
    expect(JSON.stringify(tools.asked)).not.toContain(token);
    expect(tools.asked.every(({ authorization }) => authorization === undefined)).toBe(true);
    expect(JSON.stringify(gateway.logged)).not.toContain(token);
  });

  it('counts for the team that the request names, if it is one of theirs', async () => {
    await using gateway = await start();
    const token = await adasToken();
    const named = async (name: string) =>
      await ask(gateway, token, { headers: { 'x-aicp-team': name } });
    expect((await named('ops')).text).toContain('ops_echo');
    expect((await named('ops')).text).not.toContain('one_echo');
    expect((await named('another')).status).toBe(403);
  });

  it('is refused in the same words, whatever is wrong with it', async () => {
    await using gateway = await start();
    const good = await adasToken();
    expect((await ask(gateway, good)).status).toBe(200);
    const [head = '', body = ''] = good.split('.');
    const now = Math.floor(Date.now() / 1000);
    const headed = (alg: string) =>
      Buffer.from(JSON.stringify({ alg, kid: 'key-1' })).toString('base64url');
    const publicKey = JSON.stringify(idp.keySet().keys[0]);
    const forged = `${headed('HS256')}.${body}`;
    const hmac = createHmac('sha256', publicKey).update(forged).digest('base64url');
    const bad: Record<string, string> = {
      'for another audience': await adasToken({ aud: 'https://elsewhere.example.com/mcp' }),
      'an identity token': await adasToken({ aud: 'aicp' }),
      'for one server alone': await adasToken({ aud: `${PUBLIC}/mcp/one` }),
      'for models': await adasToken({ aud: PUBLIC }),
      'over since a minute': await adasToken({ exp: now - 60 }),
      'not yet begun': await adasToken({ nbf: now + 120 }),
      'without an end': await adasToken({ exp: undefined }),
      'without a subject': await adasToken({ sub: undefined }),
      'of an unknown issuer': await adasToken({ iss: 'https://nobody.example.com' }),
      'signed by another issuer': await other.token({
        ...{ iss: idp.url, sub: 'ada', aud: `${PUBLIC}/mcp` },
      }),
      unsigned: `${headed('none')}.${body}.`,
      'signed with the public key': `${forged}.${hmac}`,
      'with another body': `${head}.${Buffer.from('{}').toString('base64url')}.AAAA`,
    };
    const answers = await Promise.all(
      Object.entries(bad).map(async ([what, token]) => [what, await ask(gateway, token)] as const),
    );
    const [, first] = answers[0] ?? [];
    expect(first?.told).toBe(
      `Bearer realm="aicp", error="invalid_token", resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp"`,
    );
    for (const [what, answer] of answers) {
      expect({ what, ...answer }).toEqual({
        ...{ what, status: 401, told: first?.told },
        text: expect.stringContaining('This token lets nobody in here') as string,
      });
    }
    expect(gateway.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is good for the server that it names, and for no other', async () => {
    await using gateway = await start();
    const token = await adasToken({ aud: `${PUBLIC}/mcp/one` });
    expect((await ask(gateway, token, { path: '/mcp/one' })).status).toBe(200);
    expect((await ask(gateway, token, { path: '/mcp/ops' })).status).toBe(401);
  });

  it('does not let in to models, nor to a server of another organization', async () => {
    await using gateway = await start();
    const token = await adasToken();
    expect((await ask(gateway, token, { path: '/v1/chat/completions' })).status).toBe(401);
    const two = await ask(gateway, token, { path: '/mcp/two' });
    const none = await ask(gateway, token, { path: '/mcp/xxx' });
    expect(two.status).toBe(404);
    expect(two.text.replace('two', 'xxx')).toBe(none.text);
  });

  it('ends with the membership, and with the single sign-on of the organization', async () => {
    await using gateway = await start();
    const token = await adasToken();
    expect((await ask(gateway, token)).status).toBe(200);
    await gateway.operator.push(world({ teams: [team('ml', 'acme')] }));
    const removed = await ask(gateway, token);
    expect(removed.status).toBe(403);
    expect(removed.told).toContain('error="insufficient_scope"');
    const off = organization('acme', idp.url, [ada], { isEnabled: false });
    await gateway.operator.push(world({ organizations: [off] }));
    expect((await ask(gateway, token)).status).toBe(401);
  });

  it('lets nobody call whose role is to read, or who is known to the provider alone', async () => {
    await using gateway = await start();
    for (const sub of ['vic', 'mallory']) {
      expect((await ask(gateway, await adasToken({ sub }))).status).toBe(403);
    }
  });

  it('is worth nothing where it is not known where clients reach the gateway', async () => {
    await using gateway = await startTestGateway({ fragments: world() });
    expect((await ask(gateway, await adasToken())).status).toBe(401);
  });
});

describe('an address of an organization', () => {
  const aud = `${PUBLIC}/orgs/acme/mcp`;

  it('takes tokens that are for it, and keys of the organization', async () => {
    await using gateway = await start();
    const token = await adasToken({ aud });
    const own = await ask(gateway, token, { path: '/orgs/acme/mcp' });
    expect(own.text).toContain('one_echo');
    expect((await ask(gateway, token, { path: '/orgs/acme/mcp/one' })).text).toContain('echo');
    expect((await ask(gateway, token)).status).toBe(401);
    expect((await ask(gateway, 'sk-acme', { path: '/orgs/acme/mcp' })).status).toBe(200);
    const foreign = await ask(gateway, 'sk-umbrella', { path: '/orgs/acme/mcp' });
    expect(foreign.status).toBe(404);
  });

  it('takes no token of another organization, whatever that claims', async () => {
    await using gateway = await start();
    const claims = { sub: 'ada', aud, organization: 'acme', org: 'acme', tenant: 'acme' };
    const token = await other.token(claims);
    const refused = await ask(gateway, token, { path: '/orgs/acme/mcp' });
    expect(refused.status).toBe(401);
    const nowhere = await ask(gateway, token, { path: '/orgs/none/mcp' });
    expect(nowhere.text).toBe(refused.text);
  });

  it('tells two organizations of one provider apart, which no other address does', async () => {
    const organizations = [
      organization('acme', idp.url, [ada]),
      organization('beta', idp.url, [{ user: 'ben', role: 'member' }]),
    ];
    await using gateway = await start(world({ organizations, teams: [] }));
    const unclear = await ask(gateway, await adasToken());
    expect(unclear.status).toBe(403);
    expect(unclear.text).toContain('/orgs/<organization>/mcp');
    const token = await adasToken({ aud });
    expect((await ask(gateway, token, { path: '/orgs/acme/mcp' })).status).toBe(200);
    expect((await ask(gateway, token, { path: '/orgs/beta/mcp' })).status).toBe(401);
    const asBeta = await adasToken({ aud: `${PUBLIC}/orgs/beta/mcp` });
    expect((await ask(gateway, asBeta, { path: '/orgs/beta/mcp' })).status).toBe(403);
  });
});

describe('the metadata of a resource', () => {
  const read = async ({ url }: TestGateway, path: string) =>
    (await (await fetch(`${url}/.well-known/oauth-protected-resource${path}`)).json()) as object;

  it('names the provider of the organization, and of no organization none of several', async () => {
    await using gateway = await start();
    expect(await read(gateway, '/orgs/acme/mcp/one')).toEqual({
      resource: `${PUBLIC}/orgs/acme/mcp/one`,
      resource_name: 'AI Control Plane',
      bearer_methods_supported: ['header'],
      authorization_servers: [idp.url],
    });
    for (const path of ['', '/mcp', '/mcp/one', '/orgs/none/mcp']) {
      expect(await read(gateway, path)).not.toHaveProperty('authorization_servers');
    }
  });

  it('names the only provider that there is everywhere', async () => {
    await using gateway = await start(world({ organizations: [organization('acme', idp.url)] }));
    expect(await read(gateway, '/mcp/one')).toMatchObject({
      resource: `${PUBLIC}/mcp/one`,
      authorization_servers: [idp.url],
    });
  });
});
