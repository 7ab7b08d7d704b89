import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIssuer, type FakeIssuer } from '../sign-on/testing/fake-issuer.ts';
import { organization, team } from '../sign-on/testing/people.ts';
import { key, type Fragments } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { agent, startScriptedAgent, type ScriptedAgent } from '../testing/scripted-agent.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { workingAgent } from '../testing/working-agent.ts';

const PUBLIC = 'https://ai.example.com';
const ada = { user: 'ada', role: 'member' } as const;

let planner: ScriptedAgent;
let idp: FakeIssuer;

beforeAll(async () => {
  [planner, idp] = await Promise.all([startScriptedAgent(workingAgent()), startIssuer()]);
});
afterAll(async () => {
  await Promise.all([planner, idp].map((one) => one[Symbol.asyncDispose]()));
});

const world = (): Fragments => ({
  keys: [key('acme', { organization: 'acme' }), key('umbrella', { organization: 'umbrella' })],
  sections: {
    agents: [
      agent('planner', planner.url),
      agent('writer', planner.url),
      agent('ops', planner.url, { organization: 'acme', teams: ['ops'] }),
    ],
    organizations: [organization('acme', idp.url, [{ user: 'vic', role: 'viewer' }])],
    teams: [team('ml', 'acme', [ada])],
  },
});

const start = () =>
  startTestGateway({
    fragments: world(),
    config: { publicUrl: PUBLIC, ssoPrivateNetworks: true },
  });

const tokenFor = (path: string, claims: object = {}) =>
  idp.token({ sub: 'ada', aud: PUBLIC + path, ...claims });

async function send({ url }: TestGateway, token: string, path = '/a2a/planner', text = 'Hi') {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'SendMessage' },
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] } },
    }),
  });
  const said = await answer.text();
  return { status: answer.status, text: said, told: answer.headers.get('www-authenticate') };
}

const cardAt = async ({ url }: TestGateway, token: string, path: string) =>
  (await (
    await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as Record<string, unknown>;

describe('a token of single sign-on', () => {
  it('lets a member call an agent with the rights of their team, and never goes to it', async () => {
    await using gateway = await start();
    const token = await tokenFor('/a2a');
    expect((await send(gateway, token)).text).toContain('"result"');
    const [record] = await usageOf(gateway, 1);
    expect(record).toMatchObject({ organization: 'acme', team: 'ml', user: 'ada' });
    expect((await send(gateway, token, '/a2a/ops')).status).toBe(404);
    const all = JSON.stringify([planner.calls, planner.cardHeaders, gateway.logged]);
    expect(all).not.toContain(token);
  });

  it('is looked at before the message, whose length does not matter', async () => {
    await using gateway = await start();
    const long = 'x'.repeat(3_000_000);
    const token = await tokenFor('/a2a');
    const { text } = await send(gateway, token, '/a2a/planner', long);
    expect(text).toContain('"result"');
    expect(planner.calls.at(-1)?.params['message']).toMatchObject({ parts: [{ text: long }] });
    const refused = await send(gateway, await tokenFor('/mcp'), '/a2a/planner', long);
    expect(refused.status).toBe(401);
  });

  it('is good for the agent that it names, and for no other, and for no tools', async () => {
    await using gateway = await start();
    const token = await tokenFor('/a2a/planner');
    expect((await send(gateway, token)).status).toBe(200);
    const refused = await send(gateway, token, '/a2a/writer');
    expect(refused).toMatchObject({
      status: 401,
      told: `Bearer realm="aicp", error="invalid_token", resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/a2a/writer"`,
    });
    expect((await send(gateway, token, '/mcp')).status).toBe(401);
    expect((await send(gateway, await tokenFor('/mcp'))).status).toBe(401);
  });

  it('is good at the address of the organization that it is for, where keys of others are not', async () => {
    await using gateway = await start();
    const path = '/orgs/acme/a2a/planner';
    const token = await tokenFor('/orgs/acme/a2a');
    expect((await send(gateway, token, path)).status).toBe(200);
    expect((await send(gateway, token)).status).toBe(401);
    expect((await send(gateway, 'sk-acme', path)).status).toBe(200);
    const foreign = await send(gateway, 'sk-umbrella', path);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(
      (await send(gateway, 'sk-umbrella', '/a2a/none')).text.replace('none', 'planner'),
    );
  });

  it('lets nobody call whose role is to read', async () => {
    await using gateway = await start();
    const refused = await send(gateway, await tokenFor('/a2a', { sub: 'vic' }));
    expect(refused.status).toBe(403);
    expect(refused.told).toContain('error="insufficient_scope"');
  });
});

it('says to anybody how to be let in to an agent, whether there is one or not', async () => {
  await using gateway = await start();
  for (const path of ['/a2a', '/a2a/planner', '/a2a/none', '/orgs/acme/a2a/planner']) {
    const told = await fetch(`${gateway.url}/.well-known/oauth-protected-resource${path}`);
    expect(await told.json()).toMatchObject({
      resource: PUBLIC + path,
      authorization_servers: [idp.url],
    });
  }
});

it('names the provider in the card, to people of its organization alone', async () => {
  await using gateway = await start();
  const token = await tokenFor('/a2a/planner');
  const card = await cardAt(gateway, token, '/a2a/planner/.well-known/agent-card.json');
  const openIdConnectUrl = `${idp.url}/.well-known/openid-configuration`;
  expect(card).toMatchObject({
    securitySchemes: { signOn: { openIdConnectSecurityScheme: { openIdConnectUrl } } },
    securityRequirements: [
      { schemes: { bearer: { list: [] } } },
      { schemes: { signOn: { list: [] } } },
    ],
  });
  const path = '/orgs/acme/a2a/planner';
  const old = await cardAt(gateway, 'sk-acme', `${path}/.well-known/agent.json`);
  expect(old).toMatchObject({
    url: PUBLIC + path,
    securitySchemes: { signOn: { type: 'openIdConnect', openIdConnectUrl } },
    security: [{ bearer: [] }, { signOn: [] }],
  });
  expect(JSON.stringify(old['securitySchemes'])).toContain(PUBLIC + path);
  const foreign = await cardAt(gateway, 'sk-umbrella', '/a2a/planner/.well-known/agent-card.json');
  expect(JSON.stringify(foreign)).not.toContain(idp.url);
});
