import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { startHttpReceiver, type HttpReceiver } from '@aicp/events/testing/http-receiver';
import { startSmtpReceiver, type SmtpReceiver } from '@aicp/events/testing/smtp-receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from '../admin/admin-installation.ts';
import type { AdminAnswer, AdminClient } from '../admin/clients.ts';

const ROOT = '/api/v1/events';

interface Told {
  event_id: string;
  deliveries: { id: string; subscription_id: string; status: string; error: string | null }[];
}

describe('subscriptions, with receivers that are real', () => {
  let receiver: HttpReceiver;
  let mail: SmtpReceiver;
  let mailDirectory: string;
  let installation: AdminInstallation;
  let platform: AdminClient;
  let acme: AdminClient;
  let globex: AdminClient;

  beforeAll(async () => {
    receiver = await startHttpReceiver();
    mail = await startSmtpReceiver();
    mailDirectory = await mkdtemp(join(tmpdir(), 'aicp-smtp-'));
    const smtp = { host: '127.0.0.1', port: String(mail.port), from: 'aicp@example.com' };
    for (const [name, text] of Object.entries(smtp)) {
      await writeFile(join(mailDirectory, name), text);
    }
    installation = await AdminInstallation.start({
      config: {
        events: {
          egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
          mailDirectory,
          pagerDutyUrl: `${receiver.url}/v2/enqueue`,
        },
      },
    });
    platform = await installation.signIn();
    await installation.until(async () => (await platform.get(`${ROOT}/log`)).status === 200);
    await installation.put('Organization', 'acme', {});
    await installation.put('Organization', 'globex', {});
    acme = (await installation.somebody('org_admin', { organizationId: 'acme' })).client;
    globex = (await installation.somebody('org_admin', { organizationId: 'globex' })).client;
  }, 90_000);
  afterAll(async () => {
    await installation[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
    await mail[Symbol.asyncDispose]();
    await rm(mailDirectory, { recursive: true });
  });

  const create = async (client: AdminClient, body: object) => {
    const made = await client.post(`${ROOT}/subscriptions`, {
      event_types: ['sla.*'],
      channel: 'webhook',
      ...body,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body as Record<string, unknown> & { id: string; config: object };
  };
  /** Deliveries once they have been tried: on a busy machine the answer to who asks for them comes before. */
  const tried = async (client: AdminClient, told: Told): Promise<Told> => {
    let { deliveries } = told;
    await installation.until(async () => {
      const list = `${ROOT}/deliveries?event=${told.event_id}`;
      const now = (await client.get<Told['deliveries']>(list)).body;
      deliveries = deliveries.map((one) => now.find(({ id }) => id === one.id) ?? one);
      return deliveries.every(({ status }) => status !== 'pending' && status !== 'delivering');
    });
    return { ...told, deliveries };
  };
  /** Sends a test event. */
  const test = async (client: AdminClient, body: object = { event_type: 'sla.violation' }) =>
    await tried(client, (await client.post<Told>(`${ROOT}/test`, body)).body);
  const received = (path: string) => receiver.requests.filter(({ url }) => url === path);
  const conditionOf = async (name: string, type: string) => {
    const { status = {} } = ((await installation.get('EventSubscription', name)) ?? {}) as {
      status?: { conditions?: { type: string; status: string; reason: string; message: string }[] };
    };
    return status.conditions?.find((one) => one.type === type);
  };

  it('are told by each channel once, in its own form', async () => {
    const hook = await create(platform, { name: 'Hook', config: { url: `${receiver.url}/hook` } });
    await create(platform, {
      name: 'Slack',
      channel: 'slack',
      config: { webhook_url: `${receiver.url}/slack` },
    });
    await create(platform, {
      name: 'Pager',
      channel: 'pagerduty',
      config: { routing_key: 'R0UT1NG' },
    });
    await create(platform, {
      name: 'Mail',
      channel: 'email',
      config: { to: ['ops@example.com'] },
    });
    expect(hook['secret']).toMatch(/^whsec_/);
    expect(hook.config).toMatchObject({ url: `${receiver.url}/hook`, secret_set: true });
    expect((await platform.get(`${ROOT}/subscriptions/hook`)).body).not.toHaveProperty('secret');

    const { event_id: id, deliveries } = await test(platform);
    expect(deliveries.map(({ subscription_id, status }) => [subscription_id, status])).toEqual([
      ['hook', 'delivered'],
      ['mail', 'delivered'],
      ['pager', 'delivered'],
      ['slack', 'delivered'],
    ]);
    const [one, ...more] = received('/hook');
    expect(more).toEqual([]);
    const verified = new Webhook(String(hook['secret'])).verify(
      one!.body,
      one!.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({
      specversion: '1.0',
      id,
      type: 'sla.violation',
      test: true,
      data: { target: 400, actual: 912 },
    });
    expect(received('/slack').map(({ body }) => Object.keys(JSON.parse(body) as object))).toEqual([
      ['text', 'blocks'],
    ]);
    expect(received('/v2/enqueue').map(({ body }) => JSON.parse(body) as object)).toMatchObject([
      { routing_key: 'R0UT1NG', event_action: 'trigger', payload: { severity: 'critical' } },
    ]);
    expect(mail.mails.map(({ to }) => to)).toEqual([['ops@example.com']]);
    expect(mail.mails[0]?.raw).toContain('Test: sla.violation');
  });

  it('say how it goes in their conditions and columns', async () => {
    await installation.until(
      async () => (await conditionOf('hook', 'Delivering'))?.reason === 'Delivering',
    );
    expect(await conditionOf('hook', 'Enforced')).toMatchObject({ status: 'True' });
    expect(await conditionOf('hook', 'LastFailure')).toMatchObject({ reason: 'None' });
    const answered = await platform.get(`${ROOT}/subscriptions/hook`);
    expect(answered.body).toMatchObject({ observed: { pending: 0, failed: 0 } });
  });

  it('that are made by kubectl without a secret say where the one is that was made', async () => {
    await installation.put('EventSubscription', 'by-hand', {
      eventTypes: ['sla.*'],
      channel: 'webhook',
      config: { url: `${receiver.url}/by-hand` },
    });
    await installation.until(
      async () => (await conditionOf('by-hand', 'Delivering'))?.message.includes('Secret') === true,
    );
    const { message = '' } = (await conditionOf('by-hand', 'Delivering')) ?? {};
    const [, name = ''] = /Secret "([^"]+)"/.exec(message) ?? [];
    const secret = (await installation.api.get(SECRETS, {
      namespace: installation.namespace,
      name,
    })) as unknown as { data: { secret: string } };
    const told = await platform.post<Told>(`${ROOT}/subscriptions/by-hand/test`, {});
    await tried(platform, told.body);
    const [request] = received('/by-hand');
    const key = Buffer.from(secret.data.secret, 'base64').toString();
    const headers = request!.headers as Record<string, string>;
    expect(new Webhook(key).verify(request!.body, headers)).toMatchObject({ test: true });
  });

  it('sign with both secrets after a rotation', async () => {
    const made = await create(acme, { name: 'Turned', config: { url: `${receiver.url}/turned` } });
    const path = `${ROOT}/subscriptions/turned`;
    const turned = await acme.post(`${path}/rotate-secret`, {});
    expect(turned.status, JSON.stringify(turned.body)).toBe(200);
    const { secret } = turned.body as { secret: string };
    expect(secret).not.toBe(made['secret']);
    const asked = { event_type: 'sla.resolved', payload: { mine: true } };
    await tried(acme, (await acme.post<Told>(`${path}/test`, asked)).body);
    const [request] = received('/turned');
    const headers = request!.headers as Record<string, string>;
    for (const key of [secret, String(made['secret'])]) {
      expect(new Webhook(key).verify(request!.body, headers)).toMatchObject({
        type: 'sla.resolved',
        data: { mine: true },
      });
    }
    const audited = await acme.get<{ action: string }[]>(
      '/api/v1/audit-logs?resource_type=event_subscription',
    );
    expect(audited.body.map(({ action }) => action)).toContain('rotate_secret');
    expect(JSON.stringify(audited.body)).not.toContain(secret);
    const pager = await platform.post(`${ROOT}/subscriptions/pager/rotate-secret`, {});
    expect(pager.status).toBe(409);
  });

  it('of an organization get what is its own, and a test reaches nobody else', async () => {
    await create(globex, { name: 'Theirs', config: { url: `${receiver.url}/theirs` } });
    const before = receiver.requests.length;
    const { event_id: id, deliveries } = await test(globex);
    expect(deliveries.map(({ subscription_id }) => subscription_id)).toEqual(['theirs']);
    expect(receiver.requests.slice(before).map(({ url }) => url)).toEqual(['/theirs']);
    const log = async (client: AdminClient) =>
      (await client.get<Record<string, unknown>[]>(`${ROOT}/log?event_type=sla.violation`)).body;
    const ids = async (client: AdminClient) => (await log(client)).map((event) => event['id']);
    expect(await ids(globex)).toEqual([id]);
    expect(await ids(acme)).not.toContain(id);
    expect((await log(platform)).find((event) => event['id'] === id)).toMatchObject({
      organization_id: 'globex',
      event_type: 'sla.violation',
      status: 'delivered',
      attempts: 1,
      test: true,
      payload: { target: 400 },
    });
    const [delivery] = deliveries;
    const replay = `${ROOT}/deliveries/${delivery!.id}/replay`;
    expect((await acme.post(replay, {})).status).toBe(404);
    expect((await globex.get(`${ROOT}/subscriptions/turned`)).status).toBe(404);
    expect((await globex.post(`${ROOT}/subscriptions/turned/test`, {})).status).toBe(404);
    const again = (await globex.post<Told['deliveries'][number]>(replay, {})).body;
    expect((await tried(globex, { event_id: id, deliveries: [again] })).deliveries).toMatchObject([
      { status: 'delivered', attempts: 1 },
    ]);
    const sent = received('/theirs').map(({ headers }) => headers['webhook-id']);
    expect(sent).toEqual([delivery!.id, delivery!.id]);
    const mine = await acme.get(`${ROOT}/deliveries?event=${id}`);
    expect(mine.body).toEqual([]);
  });

  it('that fail say why, without a secret, and are listed by their state', async () => {
    await create(acme, {
      name: 'Broken',
      channel: 'slack',
      config: { webhook_url: 'http://127.0.0.1:1/very-secret' },
    });
    const told = await acme.post<Told>(`${ROOT}/subscriptions/broken/test`, {});
    const body = await tried(acme, told.body);
    expect(body.deliveries).toMatchObject([{ status: 'failed' }]);
    const listed = await acme.get(`${ROOT}/deliveries?subscription=broken&status=failed`);
    expect(listed.body).toHaveLength(1);
    expect(JSON.stringify([body, listed.body])).not.toContain('very-secret');
    await installation.until(
      async () => (await conditionOf('broken', 'Delivering'))?.reason === 'Retrying',
    );
  });

  it('take no secret that is too short to sign with, and say how one is written', async () => {
    const body = { name: 'Short', event_types: ['*'], channel: 'webhook' };
    const config = { url: 'https://hooks.example.com/', secret: 'whsec_c2hvcnQ=' };
    const refused = await acme.post(`${ROOT}/subscriptions`, { ...body, config });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          { path: 'config.secret', message: expect.stringContaining('openssl rand') as string },
        ],
      },
    });
    expect(JSON.stringify(refused.body)).not.toContain('c2hvcnQ');
    const change = await acme.patch(`${ROOT}/subscriptions/turned`, {
      config: { secret: 'short' },
    });
    expect(change.status).toBe(422);
  });

  it('are refused what is none, and pages go on where they ended', async () => {
    const wrong = await platform.post(`${ROOT}/test`, { event_type: 'x' });
    expect(wrong.status).toBe(422);
    const long = { event_type: 'sla.violation', payload: { text: 'x'.repeat(16_000) } };
    expect((await platform.post(`${ROOT}/test`, long)).status).toBe(422);
    expect((await platform.get(`${ROOT}/log?cursor=x`)).status).toBe(422);
    const all = (await platform.get<{ id: string }[]>(`${ROOT}/log`)).body;
    const paged: string[] = [];
    let path: string | undefined = `${ROOT}/log?limit=1`;
    while (path !== undefined) {
      const page: AdminAnswer<{ id: string }[]> = await platform.get(path);
      paged.push(...page.body.map(({ id }) => id));
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    const types = (await platform.get<{ event_type: string }[]>(`${ROOT}/types`)).body;
    expect(types.map(({ event_type }) => event_type)).toContain('budget.exceeded');
  });
});
