import { describe, expect, it } from 'vitest';
import type { SecretView } from '../kit/lookup.ts';
import { provider, secret } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const openai = (spec: object = {}) => provider('p', { type: 'openai', ...spec });
const withRef = openai({ secretRef: { name: 's', key: 'k' } });

const decide = (object: ReturnType<typeof provider>, secrets: readonly SecretView[] = []) => {
  const result = compiled([object], { secrets });
  return {
    verdict: verdictOn(result, 'p'),
    fragment: fragments(result, 'providers')[0],
    credentials: fragments(result, 'credentials'),
  };
};

describe('a provider', () => {
  it.each([
    ['openai without an address', { type: 'openai' }, 'https://api.openai.com/v1'],
    ['a trailing slash', { baseUrl: 'https://proxy.example/v1/' }, 'https://proxy.example/v1'],
    ['several', { baseUrl: 'https://proxy.example//' }, 'https://proxy.example'],
    ['a simulation', { type: 'simulated', baseUrl: 'https://unused.example' }, undefined],
  ])('has the right address: %s', (_, spec, baseUrl) => {
    expect(decide(openai(spec)).fragment?.['baseUrl']).toBe(baseUrl);
  });

  it('with an address that is none is Invalid', () => {
    expect(decide(openai({ baseUrl: 'http://[' })).verdict).toMatchObject({
      reason: 'Invalid',
      message: 'spec.baseUrl: "http://[" is no address: write https://host/path',
      inEffect: 'left_out',
    });
  });

  it('with an address that requests are never sent to is Invalid', () => {
    expect(decide(openai({ baseUrl: 'http://169.254.169.254/v1' })).verdict).toMatchObject({
      reason: 'Invalid',
      inEffect: 'left_out',
    });
  });

  it('with a proxy that is no address is Invalid', () => {
    expect(decide(openai({ proxyUrl: 'http://a:b:c' })).verdict).toMatchObject({
      reason: 'Invalid',
      message: expect.stringContaining('spec.proxyUrl') as string,
    });
  });

  it('that simulates has shares as numbers, and defaults where it says nothing', () => {
    const spec = { simulation: { errorRate: '0.25', latencyMs: 5 } };
    expect(decide(provider('p', spec)).fragment?.['simulation']).toMatchObject({
      errorRate: 0.25,
      latencyMs: 5,
      outputTokens: 16,
    });
    expect(decide(provider('p')).fragment?.['simulation']).toMatchObject({ abortRate: 0 });
  });

  it('that is inactive stays in the snapshot, so that its models are known to be out of service', () => {
    const { verdict, fragment } = decide(openai({ isActive: false }));
    expect(fragment?.['isActive']).toBe(false);
    expect(verdict).toMatchObject({
      reason: 'Accepted',
      message: 'inactive: its models are out of service',
    });
  });
});

describe('a provider with several credentials', () => {
  const spec = {
    credentials: [
      { name: 'a', secretRef: { name: 's', key: 'k' } },
      { name: 'b', secretRef: { name: 't', key: 'k' }, weight: 3 },
    ],
    concurrentLimit: 7,
    hedgeAfterMs: 500,
    connectTimeoutMs: 100,
    totalTimeoutMs: 9000,
  };
  const several = openai(spec);
  const both = [secret('s', { k: 'sk-a' }), secret('t', { k: 'sk-b' })];
  const named = [
    { name: 'a', weight: 1 },
    { name: 'b', weight: 3 },
  ];

  it('has a fragment of each, and their names with itself', () => {
    const { verdict, fragment, credentials } = decide(several, both);
    expect(verdict.reason).toBe('Accepted');
    expect(fragment).toMatchObject({
      credential: 'set',
      credentials: named,
      concurrentLimit: 7,
      hedgeAfterMs: 500,
      timeouts: { connectMs: 100, totalMs: 9000 },
    });
    expect(credentials).toMatchObject([
      { provider: 'p', name: 'a', apiKey: 'sk-a' },
      { provider: 'p', name: 'b', apiKey: 'sk-b' },
    ]);
  });

  it('serves by those that are there, and its condition names the others', () => {
    const { verdict, fragment, credentials } = decide(several, both.slice(0, 1));
    expect(verdict).toMatchObject({
      reason: 'SecretNotFound',
      inEffect: 'current',
      message:
        'credential "b": Secret "t" does not exist, or was made for another object: create one of your own, or send the value through the admin API',
    });
    expect(fragment).toMatchObject({ credential: 'set', credentials: named });
    expect(credentials).toMatchObject([{ name: 'a' }]);
    expect(decide(several).fragment).toMatchObject({ credential: 'missing' });
  });

  it('uses today’s of them in its last good form', () => {
    const before = compiled([several], { secrets: both });
    const edited = provider('p', { type: 'openai', ...spec, maxRetries: -1 }, { generation: 2 });
    const secrets = [secret('t', { k: 'sk-new' })];
    const now = compiled([edited], { secrets, previous: after(before) });
    expect(fragments(now, 'providers')).toMatchObject([{ credential: 'set', credentials: named }]);
    expect(fragments(now, 'credentials')).toMatchObject([{ name: 'b', apiKey: 'sk-new' }]);
  });
});

describe('a provider behind a proxy', () => {
  const spec = {
    baseUrl: 'https://api.example',
    proxyUrl: 'http://proxy.example:3128',
    proxySecretRef: { name: 'proxy', key: 'k' },
  };
  const proxied = openai(spec);
  const known = [secret('proxy', { k: 'ada:s3cret' })];

  it('has its address in its fragment, and the credentials of the proxy apart', () => {
    const result = compiled([proxied], { secrets: known });
    expect(verdictOn(result, 'p').reason).toBe('Accepted');
    expect(fragments(result, 'providers')).toMatchObject([
      { proxyUrl: 'http://proxy.example:3128', credential: 'none' },
    ]);
    expect(fragments(result, 'provider_secrets')).toMatchObject([
      { provider: 'p', proxyCredentials: 'ada:s3cret' },
    ]);
    expect(JSON.stringify(fragments(result, 'providers'))).not.toContain('s3cret');
  });

  it('is asked for nothing while its Secret is missing, also in its last good form', () => {
    const refused = { reason: 'SecretNotFound', inEffect: 'current' };
    const withKey = openai({ ...spec, secretRef: { name: 's', key: 'k' } });
    const lost = compiled([withKey], { secrets: [secret('s', { k: 'sk-1' })] });
    expect(verdictOn(lost, 'p')).toMatchObject(refused);
    expect(verdictOn(lost, 'p').message).toMatch(/^proxySecretRef: Secret "proxy" does not exist/);
    expect(fragments(lost, 'providers')).toMatchObject([{ credential: 'missing' }]);
    expect(fragments(lost, 'credentials')).toEqual([]);
    expect(decide(proxied).fragment).toMatchObject({ credential: 'missing' });
    const edited = provider('p', { type: 'openai', ...spec, maxRetries: -1 }, { generation: 2 });
    const kept = compiled([edited], {
      previous: after(compiled([proxied], { secrets: known })),
    });
    expect(fragments(kept, 'providers')).toMatchObject([{ credential: 'missing' }]);
    expect(fragments(kept, 'provider_secrets')).toEqual([]);
  });

  it('that belongs to an organization is Invalid, and its condition says why', () => {
    const tenants = openai({ ...spec, organizationId: 'acme' });
    const { verdict } = decide(tenants, known);
    expect(verdict).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
    expect(verdict.message).toContain('a proxy could reach what an organization may not');
  });
});

describe('a Secret that the admin API made', () => {
  const labels = { 'app.kubernetes.io/managed-by': 'aicp-admin' };
  const made = (name: string, owners: SecretView['owners'] = []) =>
    secret(name, { apiKey: 'sk-1' }, { labels, owners });
  const referring = (name: string) => openai({ secretRef: { name, key: 'apiKey' } });
  const { uid } = withRef;

  it('gives its value to the object that it was made for, before and after that is its owner', () => {
    const name = 'aicp-secret-provider-p-0a1b2c3d';
    const owners = [{ kind: 'Provider', name: 'p', uid }];
    for (const one of [made(name), made(name, owners)]) {
      expect(decide(referring(name), [one]).credentials).toMatchObject([{ apiKey: 'sk-1' }]);
    }
  });

  it.each([
    ['of another name', made('aicp-secret-provider-other-0a1b2c3d')],
    ['whose name goes on', made('aicp-secret-provider-p-x-0a1b2c3d')],
    ['of another kind', made('aicp-secret-organization-p-0a1b2c3d')],
    [
      'that had the same name before',
      made('aicp-secret-provider-p-0a1b2c3d', [{ kind: 'Provider', name: 'p', uid: 'earlier' }]),
    ],
  ])('gives nothing to another object than the one %s', (_, one) => {
    const { verdict, credentials } = decide(referring(one.name), [one]);
    expect(credentials).toEqual([]);
    expect(JSON.stringify(verdict)).toContain(
      `Secret \\"${one.name}\\" does not exist, or was made for another object: create one of your own`,
    );
  });
});

describe('a credential', () => {
  it('stands apart from its provider, without the line end that echo adds', () => {
    const { fragment, credentials } = decide(withRef, [secret('s', { k: 'sk-1\n' })]);
    expect(fragment?.['credential']).toBe('set');
    expect(JSON.stringify(fragment)).not.toContain('sk-1');
    expect(credentials).toMatchObject([{ provider: 'p', apiKey: 'sk-1' }]);
  });

  it.each<[string, SecretView[], string]>([
    [
      'without the Secret',
      [],
      'Secret "s" does not exist, or was made for another object: create one of your own, or send the value through the admin API',
    ],
    [
      'without the key',
      [secret('s', { other: 'x' })],
      'Secret "s" has no key "k": add it or change the reference',
    ],
    ['that is empty', [secret('s', { k: ' ' })], 'key "k" of Secret "s" is empty'],
    ['with a line end within', [secret('s', { k: 'a\nb' })], 'characters that no header can carry'],
    [
      'of the operator’s own',
      [secret('s', { k: 'x' }, { labels: { 'app.kubernetes.io/managed-by': 'aicp-operator' } })],
      'belongs to the installation',
    ],
    [
      'that is set apart',
      [secret('s', { k: 'x' }, { labels: { 'aicp.dev/reserved': 'true' } })],
      'belongs to the installation',
    ],
    [
      'that is an identity of the cluster',
      [secret('s', { k: 'x' }, { type: 'kubernetes.io/service-account-token' })],
      'belongs to the installation',
    ],
  ])('%s is missing: the provider is there and says so', (_, secrets, message) => {
    const { verdict, fragment, credentials } = decide(withRef, secrets);
    expect(verdict.reason).toBe('SecretNotFound');
    expect(verdict.message).toContain(message);
    expect(verdict.inEffect).toBe('current');
    expect(fragment?.['credential']).toBe('missing');
    expect(credentials).toEqual([]);
  });

  it.each(['aicp-snap-0123-0', 'aicp-boot-gateway-0', 'aicp-admin-key'])(
    'never comes from the installation’s own Secret %s',
    (name) => {
      const object = openai({ secretRef: { name, key: 'k' } });
      const { verdict, credentials } = decide(object, [secret(name, { k: 'x' })]);
      expect(verdict.reason).toBe('SecretNotFound');
      expect(credentials).toEqual([]);
    },
  );

  it('is none where no secretRef is set', () => {
    expect(decide(openai()).fragment?.['credential']).toBe('none');
  });
});
