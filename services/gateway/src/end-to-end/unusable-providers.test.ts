import type {
  ProviderFragment,
  ProviderSecretsFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import { expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { credential, key, model, provider, simulated } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const SECRET = 'very-secret-0123456789';
type Secrets = Partial<ProviderSecretsFragment>;
const CASES: [string, Partial<ProviderFragment>, string, Secrets?][] = [
  ['JSON that is no application', { type: 'azure_openai' }, `{"clientSecret":"${SECRET}"`],
  [
    'an authority that is asked in plain HTTP',
    { type: 'azure_openai' },
    JSON.stringify({
      ...{ tenantId: 't', clientId: 'c', clientSecret: SECRET },
      authorityHost: 'http://login.example',
    }),
  ],
  [
    'JSON of another cloud',
    { type: 'azure_openai' },
    JSON.stringify({ type: 'service_account', private_key: SECRET }),
  ],
  [
    'a region that makes no host',
    { type: 'bedrock', baseUrl: undefined, region: 'a b' },
    `{"accessKeyId":"a","secretAccessKey":"${SECRET}"}`,
  ],
  [
    'a region of Google that makes no host',
    { type: 'vertex', baseUrl: undefined, region: 'a b', project: 'p' },
    '{}',
  ],
  ['an address that is none', { baseUrl: 'nowhere' }, SECRET],
  ['no address', { baseUrl: undefined }, SECRET],
  ['a key that no header can carry', {}, `${SECRET}\n${SECRET}`],
  [
    'a client certificate that is none',
    {},
    SECRET,
    { clientCertificate: { certificate: SECRET, key: SECRET } },
  ],
  ['a proxy that is none', { proxyUrl: 'http://' }, SECRET, { proxyCredentials: SECRET }],
];

it.each(CASES)(
  'serves all others beside a Provider with %s, and falls back from it',
  async (_, more, apiKey, secrets) => {
    await using gateway = await startTestGateway({
      fragments: {
        keys: [key('alice')],
        providers: [
          simulated('good'),
          provider('bad', { baseUrl: 'https://bad.example/v1', credential: 'set', ...more }),
        ],
        credentials: [credential('bad', apiKey)],
        sections: { provider_secrets: secrets ? [secretsOf('bad', secrets)] : [] },
        models: [
          model('main', 'good'),
          model('lonely', 'bad'),
          model('with-fallback', 'bad', { fallbacks: ['main'] }),
        ],
      },
    });
    const ask = (name: string) =>
      clientOf(gateway)
        .chat.completions.create({ model: name, messages: saying('hello') })
        .withResponse();
    expect((await ask('main')).response.status).toBe(200);
    expect((await ask('with-fallback')).response.headers.get('x-aicp-model')).toBe('main');
    await expect(ask('lonely')).rejects.toMatchObject({ status: 503, code: 'no_healthy_upstream' });
    const told = gateway.logged.filter(({ event }) => event === 'provider_unusable');
    expect(told).toMatchObject([{ provider: 'bad', credential: 'default' }]);
    expect(told[0]?.['why']).not.toBe('');
    expect(JSON.stringify(gateway.logged)).not.toContain(SECRET);
  },
);

it('asks with the credentials of a Provider that can be used', async () => {
  await using gateway = await startTestGateway({
    fragments: {
      keys: [key('alice')],
      providers: [
        provider('two', {
          ...{ type: 'azure_openai', baseUrl: 'http://127.0.0.1:9', credential: 'set' },
          credentials: [
            { name: 'wrong', weight: 1 },
            { name: 'right', weight: 1 },
          ],
        }),
      ],
      credentials: [
        { ...credential('two', '{'), name: 'wrong' },
        { ...credential('two', SECRET), name: 'right' },
      ],
      models: [model('main', 'two')],
    },
  });
  const asked = clientOf(gateway).chat.completions.create({ model: 'main', messages: saying('x') });
  await expect(asked).rejects.toMatchObject({ status: 502 });
  const failed = gateway.logged.filter(({ event }) => event === 'provider_failed');
  expect(failed).toMatchObject([{ kind: 'connection' }]);
});

const secretsOf = (name: string, more: Secrets): ProviderSecretsFragment => ({
  source: { kind: 'Provider', name, uid: `Provider-${name}`, generation: 1 },
  provider: name,
  ...more,
});
