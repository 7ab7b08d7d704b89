import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatGateway, type Chat } from '@aicp/admin/playground/chat-gateway';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { PollClient } from '@aicp/common/snapshot/poll-client';
import { systemClock } from '@aicp/common/time/clock';
import { makeAssertion, type Delegator } from '@aicp/contracts/delegation/assertion';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { startGateway, type RunningGateway } from '@aicp/gateway/start';
import { readUsage } from '@aicp/gateway/usage/journal/read-usage';
import { testConfig } from '@aicp/gateway/testing/start-test-gateway';
import { collect } from '@aicp/gateway/testing/journal-lines';
import { startScriptedAgent } from '@aicp/gateway/testing/scripted-agent';
import {
  temporaryDirectory,
  type TemporaryDirectory,
} from '@aicp/gateway/testing/temporary-directory';
import { workingAgent } from '@aicp/gateway/testing/working-agent';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation, GATEWAY_TOKEN } from './admin-installation.ts';
import { AdminClient, Browser } from './clients.ts';
import { CLIENT_ID, CLIENT_SECRET, OpenIdProvider } from './openid-provider.ts';

const PATH = '/api/v1/playground/chat/completions';
const secret = 'a secret of the gateway and the admin service';
const hello = { model: 'small', messages: [{ role: 'user', content: 'Hello' }] };

type Somebody = Awaited<ReturnType<AdminInstallation['somebody']>>;

describe('the playground', () => {
  let aicp: AdminInstallation;
  let gateway: RunningGateway;
  let provider: OpenIdProvider;
  let member: Somebody;
  let foreign: Somebody;
  let url: string;
  let directory: TemporaryDirectory;
  const sent: Chat[] = [];

  beforeAll(async () => {
    directory = await temporaryDirectory();
    const playground = {
      send: async (chat: Chat) => {
        sent.push(chat);
        return await chatGateway({ url, secret: () => secret, clock: systemClock }).send(chat);
      },
    };
    aicp = await AdminInstallation.start({ playground });
    provider = await OpenIdProvider.start([`${aicp.url}/auth/oidc/acme/callback`]);
    await aicp.api.create(SECRETS, {
      ...{ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' },
      metadata: { name: 'oidc', namespace: aicp.namespace },
      stringData: { secret: CLIENT_SECRET },
    });
    await aicp.put('Organization', 'acme', {
      allowedModels: ['small', 'slow'],
      sso: {
        ...{ issuer: provider.issuer, clientId: CLIENT_ID },
        clientSecretRef: { name: 'oidc', key: 'secret' },
        roleMapping: [{ claim: 'groups', value: 'ml', role: 'member', teamId: 'ml' }],
      },
    });
    await aicp.put('Organization', 'globex', {});
    for (const name of ['ml', 'web']) await aicp.put('Team', name, { organizationId: 'acme' });
    await aicp.put('Provider', 'sim', { type: 'simulated' });
    await aicp.put('Provider', 'slow', {
      type: 'simulated',
      simulation: { tokensPerSecond: 20, outputTokens: 10_000 },
    });
    for (const name of ['small', 'large']) {
      await aicp.put('Model', name, { modelId: name, provider: 'sim' });
    }
    await aicp.put('Model', 'slow', { modelId: 'slow', provider: 'slow' });
    member = await aicp.somebody('member', { teamId: 'ml' });
    foreign = await aicp.somebody('member', { organizationId: 'globex' });
    const playgroundKeyFile = join(directory.path, 'playground.key');
    await writeFile(playgroundKeyFile, `${secret}\n`);
    gateway = await startGateway(testConfig(directory.path, { playgroundKeyFile }), {
      snapshots: new PollClient({
        operatorUrl: aicp.operatorUrl,
        token: () => Promise.resolve(GATEWAY_TOKEN),
      }),
      ...{ log: recordingLog().log, clock: systemClock, random: () => 0.5 },
    });
    url = `http://127.0.0.1:${gateway.port}`;
    await aicp.until(async () => (await member.client.post(PATH, hello)).status === 200);
    await aicp.until(async () => (await foreign.client.post(PATH, hello)).status === 200);
  }, 90_000);
  afterAll(async () => {
    await gateway.stop();
    await directory[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    await aicp[Symbol.asyncDispose]();
  });

  const newest = () => gateway.decisions.newest()[0] as DecisionRecord;
  const usage = async (id: string) =>
    (await collect(readUsage(join(directory.path, 'journal')))).find((one) => one.id === id);
  const open = async (client: AdminClient, body: object, signal?: AbortSignal) =>
    await fetch(`${aicp.url}${PATH}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${client.token ?? ''}`, 'content-type': 'application/json' },
      },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  const direct = async (credential: string) => {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(hello),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('serves somebody as their key, and records it on that', async () => {
    const { status, headers, body } = await member.client.post(PATH, hello);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'chat.completion', model: 'small' });
    expect(headers.get('x-aicp-model')).toBe('small');
    expect(headers.get('x-request-id')).toBe(newest().request_id);
    const attributes = { key: member.name, team: 'ml', organization: 'acme' };
    expect(newest()).toMatchObject({ result: 'serve', attributes });
    await aicp.until(async () => (await usage(newest().id))?.key === member.name);
  });

  it('keeps to what the key may use, in OpenAI’s form', async () => {
    const { status, body } = await member.client.post(PATH, { ...hello, model: 'large' });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: { code: 'model_not_allowed' } });
    expect((await foreign.client.post(PATH, { ...hello, model: 'large' })).status).toBe(200);
    expect(newest().attributes).toMatchObject({ organization: 'globex' });
    expect((await foreign.client.post(`${PATH}?team_id=ml`, hello)).status).toBe(404);
  });

  it('answers a dry run with the decision', async () => {
    const headers = { 'x-aicp-dry-run': 'true' };
    const { body } = await member.client.post(PATH, hello, { headers });
    expect(body).toMatchObject({ object: 'aicp.decision', result: 'serve', model: 'small' });
  });

  it('passes a stream on piece by piece, and ends it when its client leaves', async () => {
    const leaving = new AbortController();
    const answer = await open(
      member.client,
      { ...hello, model: 'slow', stream: true },
      leaving.signal,
    );
    expect(answer.headers.get('content-type')).toMatch('text/event-stream');
    const first = await answer.body!.pipeThrough(new TextDecoderStream()).getReader().read();
    expect(first.value).toMatch(/^data: /);
    leaving.abort();
    const requestId = answer.headers.get('x-request-id');
    await aicp.until(async () => {
      const found = gateway.decisions.newest().find((one) => one.request_id === requestId);
      return found !== undefined && (await usage(found.id))?.completion === 'client_gone';
    });
  });

  it('serves a person in the organization, with limits of the team', async () => {
    provider.account = { sub: 'ada-1', claims: { groups: ['ml'], email: 'ada@acme.example' } };
    const browser = new Browser();
    const begun = await browser.open(`${aicp.url}/auth/oidc/acme/login`);
    await browser.open(await browser.followUntil(begun, aicp.url));
    const refreshed = await browser.post(`${aicp.url}/auth/refresh`);
    const ada = new AdminClient(aicp.url);
    ada.token = ((await refreshed.json()) as { access_token: string }).access_token;

    expect((await ada.post(PATH, hello)).status).toBe(200);
    const attributes = { organization: 'acme', team: 'ml', user: 'ada-1' };
    expect(newest().attributes).toMatchObject(attributes);
    const { id } = newest();
    await aicp.until(async () => (await usage(id))?.user === 'ada-1');
    expect(await usage(id)).toMatchObject({ ...attributes, user_from: 'key' });
    expect((await ada.post(PATH, { ...hello, model: 'large' })).status).toBe(403);
    expect((await ada.post(`${PATH}?team_id=web`, hello)).status).toBe(404);

    await aicp.put('RateLimitPolicy', 'team-ml', { scope: 'team', scopeValue: 'ml', rpmLimit: 1 });
    await aicp.until(async () => (await ada.post(PATH, hello)).status === 429);
    await aicp.remove('RateLimitPolicy', 'team-ml');
    await aicp.until(async () => (await ada.post(PATH, hello)).status === 200);
  });

  it('takes a credential once, and no credential that was made up', async () => {
    const held = await aicp.get('APIKey', member.name);
    const of: Delegator = { type: 'key', uid: held!.metadata.uid!, generation: 0 };
    const made = (
      changes: Partial<{ secret: string; nowMs: number; use: 'agent' }> = {},
      who = of,
    ) => makeAssertion(who, { secret, nowMs: systemClock.now(), ...changes });
    const once = made();
    expect((await direct(once)).status).toBe(200);
    const again = await direct(once);
    expect(again).toMatchObject({ status: 401 });
    const refused = [
      made({ secret: 'x'.repeat(40) }),
      made({ nowMs: systemClock.now() - 60_000 }),
      made({ nowMs: systemClock.now() + 60_000 }),
      made({}, { ...of, generation: 7 }),
      made({}, { ...of, uid: 'nobody' }),
      made({ use: 'agent' }),
      `${once}.`,
      'aicpfor-',
      'aicpfor-e30.',
    ];
    for (const credential of refused) expect(await direct(credential)).toEqual(again);
  });

  it('calls an agent as somebody’s key, for those alone who may use it', async () => {
    await using planner = await startScriptedAgent(workingAgent());
    await aicp.put('Agent', 'planner', { url: planner.url, organizationId: 'acme' });
    const asked = '/api/v1/agents/planner/try';
    const call = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Plan.' }] };
    const sends = () => member.client.post(asked, call('SendMessage', { message }));
    await aicp.until(async () => (await sends()).status === 200);
    const { body } = await sends();
    const { task } = body['result'] as { readonly task: { readonly id: string } };
    expect(task).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    const canceled = await member.client.post(asked, call('CancelTask', { id: task.id }));
    expect(canceled.body).toMatchObject({ result: { status: { state: 'TASK_STATE_CANCELED' } } });
    expect(newest().attributes).toMatchObject({ key: member.name, organization: 'acme' });
    expect(sent.at(-1)).toMatchObject({ path: '/a2a/planner', use: 'agent' });
    const before = sent.length;
    const foreigner = await foreign.client.post(asked, call('SendMessage', { message }));
    const reader = await aicp.somebody('viewer', { organizationId: 'acme' });
    const read = await reader.client.post(asked, call('SendMessage', { message }));
    const unread = await member.client.post(asked, { method: 'SendMessage' });
    expect([foreigner.status, read.status, unread.status]).toEqual([404, 403, 422]);
    expect(sent.length).toBe(before);
  });

  it('serves nobody whose key is blocked', async () => {
    const blocked = await aicp.somebody('member', { teamId: 'ml' });
    await aicp.until(async () => (await blocked.client.post(PATH, hello)).status === 200);
    const { delegator } = sent.at(-1)!;
    const found = await aicp.get('APIKey', blocked.name);
    const { spec } = found as unknown as { spec: object };
    await aicp.put('APIKey', blocked.name, { ...spec, blocked: true });
    await aicp.until(async () => (await blocked.client.post(PATH, hello)).status === 401);
    // Neither by a credential that was made before the admin service knew.
    await aicp.until(async () => {
      const credential = makeAssertion(delegator, { secret, nowMs: systemClock.now() });
      return (await direct(credential)).status === 401;
    });
  });

  it.each(['viewer', 'finance'] as const)('asks nothing for a %s, who only reads', async (role) => {
    const reader = await aicp.somebody(role, {});
    const before = sent.length;
    const { status, body } = await reader.client.post(PATH, hello);
    expect([status, sent.length]).toEqual([403, before]);
    expect(body['detail']).toContain('playground:write');
  });

  it('is nothing for strangers, and takes no body without end', async () => {
    const stranger = new AdminClient(aicp.url);
    expect((await stranger.post(PATH, hello)).status).toBe(401);
    const large = { ...hello, padding: 'x'.repeat(9 << 20) };
    expect((await member.client.post(PATH, large)).status).toBe(413);
    expect((await member.client.post(PATH, { model: 'small' })).status).toBe(422);
  });
});

describe('an installation without a playground', () => {
  it('says so', async () => {
    await using aicp = await AdminInstallation.start();
    const { status, body } = await (await aicp.signIn()).post(PATH, hello);
    expect(status).toBe(503);
    expect(body['detail']).toMatch('AICP_PLAYGROUND_URL');
  });
});
