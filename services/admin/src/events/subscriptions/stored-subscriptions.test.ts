import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  NAMESPACE,
  problem,
  resourceFixture,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { StoredSubscriptions, toSubscription } from './stored-subscriptions.ts';
import { OVERLAP_MS, SubscriptionSecrets } from './subscription-secrets.ts';

const NOON = Date.UTC(2026, 10, 24, 12);

describe('subscriptions as they are stored', () => {
  let aicp: ResourceFixture;
  let clock: ManualClock;
  let secrets: SubscriptionSecrets;
  beforeEach(async () => {
    aicp = await resourceFixture();
    clock = new ManualClock(NOON);
    secrets = new SubscriptionSecrets({
      api: aicp.api,
      namespace: NAMESPACE,
      clock,
      randomBytes,
    });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const source = (settings: object = {}) =>
    new StoredSubscriptions({
      store: aicp.store,
      secrets,
      clock,
      settings: {
        egress: { platform: LOCAL_TOO, tenants: PUBLIC_ONLY },
        mailDirectory: undefined,
        ...settings,
      },
    });
  const put = async (spec: object, name = 'hook') =>
    aicp.put('EventSubscription', name, {
      eventTypes: ['*'],
      channel: 'webhook',
      isActive: true,
      config: { url: 'https://hooks.example.com/a' },
      ...spec,
    });
  const secret = (name: string, values: Record<string, string>, metadata: object = {}) =>
    aicp.api.put(SECRETS, {
      metadata: { name, namespace: NAMESPACE, ...metadata },
      data: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
      ),
    });
  const signed = { config: { url: 'https://h.example', secretRef: { name: 's', key: 'k' } } };

  it('resolve the Secret that they name, whose text may be any', async () => {
    secret('s', { k: 'whsec_c2VjcmV0' });
    const hook = toSubscription(await put(signed));
    expect(await source().target(hook)).toEqual({
      channel: 'webhook',
      url: 'https://h.example',
      secrets: ['whsec_c2VjcmV0'],
    });
    secret('s', { k: 'of another gateway\n' });
    const bytes = Buffer.from('of another gateway').toString('base64');
    expect(await source().target(hook)).toMatchObject({ secrets: [`whsec_${bytes}`] });
  });

  it('sign with both secrets while one replaces the other, and no longer', async () => {
    const until = new Date(NOON + 1000).toISOString();
    secret('s', { k: 'whsec_bmV3', 'k-previous': 'whsec_b2xk', 'k-previous-until': until });
    const hook = toSubscription(await put(signed));
    expect(await source().target(hook)).toMatchObject({ secrets: ['whsec_bmV3', 'whsec_b2xk'] });
    await clock.advance(1000);
    expect(await source().target(hook)).toMatchObject({ secrets: ['whsec_bmV3'] });
  });

  it.each([
    ['is not there', () => undefined],
    ['lacks the key', () => secret('s', { other: 'x' })],
    [
      'is the installation’s own',
      () => secret('s', { k: 'x' }, { labels: { 'aicp.dev/reserved': '' } }),
    ],
    [
      'was made for another object',
      () => secret('s', { k: 'x' }, { labels: { 'app.kubernetes.io/managed-by': 'aicp-admin' } }),
    ],
    ['holds a broken whsec_', () => secret('s', { k: 'whsec_%' })],
  ])('say so where the Secret %s', async (_, prepare) => {
    prepare();
    const target = await source().target(toSubscription(await put(signed)));
    expect(target).toMatchObject({
      reason: 'SecretNotFound',
      missing: expect.stringContaining('"s"') as string,
    });
  });

  it('are made a secret where they name none, once, that goes with them', async () => {
    const object = await put({});
    const hook = toSubscription(object);
    const [one, two] = await Promise.all([source().target(hook), source().target(hook)]);
    expect(one).toEqual(two);
    const { name } = secrets.placeOf(object);
    const made = aicp.api.peek(SECRETS, { name, namespace: NAMESPACE });
    expect(made?.metadata).toMatchObject({
      labels: { 'app.kubernetes.io/managed-by': 'aicp-admin' },
      ownerReferences: [{ kind: 'EventSubscription', name: 'hook', uid: hook.uid }],
    });
    expect(one).toMatchObject({ secrets: [expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)] });
  });

  it('have their secret rotated with an overlap, also where they are Git’s', async () => {
    const object = await put({});
    const hook = toSubscription(object);
    const subscriptions = source();
    const before = await subscriptions.target(hook);
    const fresh = await secrets.rotate(object, false);
    subscriptions.forget(hook.uid);
    const old = 'secrets' in before ? before.secrets[0] : undefined;
    expect(await subscriptions.target(hook)).toMatchObject({ secrets: [fresh, old] });
    await clock.advance(OVERLAP_MS);
    expect(await subscriptions.target(hook)).toMatchObject({ secrets: [fresh] });
  });

  it('keep the secret that somebody else looks after', async () => {
    secret('s', { k: 'theirs' });
    const object = await put(signed);
    expect(await problem(secrets.rotate(object, false))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('"k-previous-until"') as string,
    });
  });

  it('want https where nothing else is opened', async () => {
    const config = { url: 'http://127.0.0.1:1/' };
    await aicp.put('Organization', 'acme', {});
    const theirs = toSubscription(await put({ config, organizationId: 'acme' }));
    expect(await source().target(theirs)).toMatchObject({ reason: 'NotHttps' });
    const ours = toSubscription(await put({ config }, 'ours'));
    expect(await source().target(ours)).toMatchObject({ channel: 'webhook' });
  });

  it('of no organization that there is tell nobody', async () => {
    const gone = toSubscription(await put({ organizationId: 'gone' }));
    expect(source().all()).toEqual([]);
    expect(await source().target(gone)).toMatchObject({ reason: 'Gone' });
  });

  it('stand for the alertEmail of Budgets too, beside those that there are objects of', async () => {
    await put({});
    const spec = { entityType: 'global', monthlyLimit: '5', alertEmail: 'finance@example.com' };
    await aicp.put('Budget', 'ml', spec);
    await aicp.put('Budget', 'unwatched', { ...spec, alertEmail: undefined });
    expect(source().ofObjects()).toMatchObject([{ name: 'hook' }]);
    const [, mail, ...more] = source().all();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      ...{ name: 'Budget/ml', subject: 'Budget/ml', channel: 'email', organization: undefined },
      eventTypes: ['budget.*'],
    });
    expect(await source().target(mail!)).toMatchObject({ reason: 'NoMailServer' });
    await aicp.put('Budget', 'ml', { ...spec, alertEmail: undefined });
    expect(source().all()).toHaveLength(1);
    expect(await source().target(mail!)).toMatchObject({ reason: 'Gone' });
  });

  it('by e-mail need the mail server of the settings', async () => {
    const mail = toSubscription(await put({ channel: 'email', config: { to: ['a@b.c'] } }));
    expect(await source().target(mail)).toMatchObject({ reason: 'NoMailServer' });
    const mailDirectory = await mkdtemp(join(tmpdir(), 'aicp-smtp-'));
    try {
      const configured = source({ mailDirectory });
      await writeFile(join(mailDirectory, 'host'), 'mail.internal\n');
      expect(await configured.target(mail)).toMatchObject({
        missing: expect.stringContaining('"from"') as string,
      });
      await writeFile(join(mailDirectory, 'from'), 'aicp@example.com');
      await writeFile(join(mailDirectory, 'tls'), 'true');
      expect(await source({ mailDirectory }).target(mail)).toEqual({
        channel: 'email',
        to: ['a@b.c'],
        smtp: {
          host: 'mail.internal',
          port: 465,
          isTls: true,
          from: 'aicp@example.com',
          username: undefined,
          password: undefined,
        },
      });
    } finally {
      await rm(mailDirectory, { recursive: true });
    }
  });
});
