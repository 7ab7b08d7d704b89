import { generateKeyPairSync } from 'node:crypto';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { expect, it } from 'vitest';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { clientOf, saying } from '../../testing/clients.ts';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startTwin } from '../../twins/kit/start-twin.ts';
import { vertexRoutes, type VertexTwin } from '../../twins/vertex/vertex-twin.ts';
import { vertexAddress } from './vertex-address.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const email = 'gateway@my-project.iam.gserviceaccount.com';

/** A gateway whose provider has this Secret; `{}`: a key file of the twin's service account. */
async function started(
  secret: Record<string, unknown> | string | undefined,
  more: Partial<ProviderFragment> = {},
  textAt?: (origin: string) => string,
) {
  const parts = new AsyncDisposableStack();
  const state: VertexTwin = {
    ...{ publicKey, email, project: 'my-project', region: 'europe-west4', tokens: [] },
  };
  const twin = parts.use(await startTwin({ routes: vertexRoutes(state) }));
  const account = {
    ...{ type: 'service_account', client_email: email, private_key: privateKey },
    token_uri: `${twin.origin}/token`,
  };
  const made = typeof secret === 'string' ? secret : JSON.stringify({ ...account, ...secret });
  const apiKey = textAt?.(twin.origin) ?? made;
  const hasSecret = secret !== undefined || textAt !== undefined;
  const gateway = parts.use(
    await startTestGateway({
      config: { metadataHost: new URL(twin.origin).host },
      fragments: {
        keys: [key('alice', { ...(more.organization ? { organization: more.organization } : {}) })],
        providers: [
          provider('vertex', {
            ...{ type: 'vertex', baseUrl: `${twin.origin}/v1` },
            ...{ project: 'my-project', region: 'europe-west4' },
            credential: hasSecret ? 'set' : 'none',
            ...more,
          }),
        ],
        credentials: hasSecret ? [credential('vertex', apiKey)] : [],
        models: [
          model('main', 'vertex', {
            upstreamModel: 'gemini-2.5-flash',
            ...(more.organization ? { organization: more.organization } : {}),
          }),
        ],
      },
    }),
  );
  const ask = async (text = 'hello there') => {
    const { choices } = await clientOf(gateway).chat.completions.create({
      model: 'main',
      messages: saying(text),
    });
    return choices[0]?.message.content;
  };
  const status = () =>
    ask().then(
      () => 200,
      (error: unknown) => (error instanceof OpenAI.APIError ? Number(error.status) : 0),
    );
  const told = () => JSON.stringify(gateway.logged);
  const asked = (path: RegExp) => twin.received.filter((one) => path.test(one.path)).length;
  return {
    twin,
    state,
    gateway,
    ask,
    status,
    told,
    asked,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

it('exchanges what a service account signed for a token, once for all who ask at a time', async () => {
  await using all = await started({});
  const answers = await Promise.all(['one', 'two', 'three'].map((text) => all.ask(text)));
  expect(answers).toEqual(['You said: one', 'You said: two', 'You said: three']);
  expect(all.asked(/token/)).toBe(1);
  expect(all.twin.received.at(-1)?.path).toBe(
    '/v1/projects/my-project/locations/europe-west4/publishers/google/models/gemini-2.5-flash:generateContent',
  );
});

it("serves Google's SDK, with streams", async () => {
  await using all = await started({});
  const client = new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: all.gateway.url } });
  const stream = await client.models.generateContentStream({ model: 'main', contents: 'hello' });
  let text = '';
  for await (const chunk of stream) text += chunk.text ?? '';
  expect(text).toBe('You said: hello');
});

it('asks once more with a token that is got anew where one is refused, and never shows it', async () => {
  await using all = await started({});
  await all.ask();
  const [token = ''] = all.state.tokens;
  all.state.tokens.splice(0, 1, 'of-somebody-else');
  expect(await all.ask()).toBe('You said: hello there');
  expect(all.asked(/token/)).toBe(2);
  expect(all.asked(/generateContent/)).toBe(3);
  expect(all.twin.received.at(-1)?.headers.authorization).not.toBe(`Bearer ${token}`);
  expect(all.told()).not.toContain(token);
});

it('asks once more and no oftener where no token is good', async () => {
  await using all = await started({});
  all.state.takesNone = true;
  expect(await all.status()).toBe(502);
  expect(all.asked(/generateContent/)).toBe(2);
  expect(all.asked(/token/)).toBe(2);
});

it('takes a key file as Google writes it, and what is secret in it out of answers', async () => {
  await using all = await started(undefined, {}, (origin) =>
    JSON.stringify(
      {
        ...{ type: 'service_account', project_id: 'my-project', private_key_id: 'a1b2' },
        ...{ private_key: privateKey, client_email: email, client_id: '1' },
        ...{ auth_uri: 'https://accounts.google.com/o/oauth2/auth', token_uri: `${origin}/token` },
      },
      null,
      2,
    ),
  );
  expect(await all.ask(`my key: ${privateKey.trim()}!`)).toBe('You said: my key: [redacted]!');
});

it('asks as whoever the gateway is where a provider of the platform has no Secret', async () => {
  await using all = await started(undefined);
  expect(await all.ask()).toBe('You said: hello there');
  expect(all.asked(/computeMetadata/)).toBe(1);
});

it('lends its own identity to no provider of an organization', async () => {
  await using all = await started(undefined, { organization: 'acme' });
  expect(await all.status()).toBe(502);
  expect(all.told()).toContain('needs a Secret');
  expect(all.asked(/computeMetadata/)).toBe(0);
});

it('sends an API key as it is, to models below no project', async () => {
  await using all = await started('AIza-an-api-key', { project: undefined });
  await all.status();
  const sent = all.twin.received.at(-1);
  expect(sent?.headers['x-goog-api-key']).toBe('AIza-an-api-key');
  expect(sent?.path).toBe('/v1/publishers/google/models/gemini-2.5-flash:generateContent');
});

it.each([
  ['another key', { private_key: otherKey() }, /invalid_grant: Invalid JWT Signature/],
  [
    'a key that is none',
    { private_key: '-----BEGIN PRIVATE KEY-----' },
    /private_key .* cannot be read/,
  ],
  ['no name', { client_email: undefined }, /no key file of a service account: client_email/],
  [
    'an address that is not https',
    { token_uri: 'http://192.0.2.1/token' },
    /must be an https address/,
  ],
])(
  'says what is wrong with the key file of %s, and not what stands in it',
  async (_what, account, words) => {
    await using all = await started(account);
    expect(await all.status()).toBe(502);
    const failed = all.gateway.logged.find(({ kind }) => kind === 'credential');
    expect(failed?.['detail']).toMatch(words);
    expect(all.told()).not.toContain('PRIVATE KEY');
  },
);

it('takes it for a failure of the provider, and not of the credential, where nobody hands out tokens', async () => {
  await using all = await started({});
  all.state.failure = { status: 503, body: {} };
  expect(await all.status()).toBe(502);
  expect(all.told()).toContain('answers 503 to who asks for a token');
  all.state.failure = undefined;
  expect(await all.ask()).toBe('You said: hello there');
});

function otherKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}

it.each([
  [
    { region: 'europe-west4', project: 'p' },
    'https://europe-west4-aiplatform.googleapis.com/v1',
    '/projects/p/locations/europe-west4',
  ],
  [
    { region: 'global', project: 'p' },
    'https://aiplatform.googleapis.com/v1',
    '/projects/p/locations/global',
  ],
  [
    { region: 'eu', project: 'p' },
    'https://aiplatform.eu.rep.googleapis.com/v1',
    '/projects/p/locations/eu',
  ],
  [
    { baseUrl: 'https://x/v1/projects/a/locations/b', region: 'c', project: 'p' },
    'https://x/v1/projects/a/locations/b',
    '',
  ],
])('finds models of %o', (place, baseUrl, prefix) => {
  const { region, project, baseUrl: given } = { baseUrl: undefined, ...place };
  const found = vertexAddress({ region, project, baseUrl: given });
  expect(found.baseUrl.href).toBe(baseUrl);
  expect(found.prefix).toBe(`${prefix}/publishers/google/models/`);
});
