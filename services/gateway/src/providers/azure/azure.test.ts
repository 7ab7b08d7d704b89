import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AzureChatOpenAI } from '@langchain/openai';
import { AzureOpenAI, type OpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { clientOf } from '../../testing/clients.ts';
import { credential, key, model, provider, simulated } from '../../testing/fragments.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startAzureTwin } from '../../twins/azure/start-azure-twin.ts';

const DATED = { apiVersion: '2024-10-21' };

/** A gateway before the twin of Azure, whose model `main` is its deployment `gpt-4.1`. */
async function throughGateway({
  secret = () => 'key-of-azure',
  azure = {},
  tokenFile,
}: {
  secret?: ((origin: string) => string) | null;
  azure?: Partial<ProviderFragment>;
  /** Of the service account, for a gateway that has an identity in Azure. */
  tokenFile?: string;
} = {}) {
  const twin = await startAzureTwin();
  const identity = { tenantId: 'acme', clientId: 'app', authorityHost: twin.origin };
  const owner = azure.organization === undefined ? {} : { organization: azure.organization };
  const gateway = await startTestGateway({
    config: tokenFile === undefined ? {} : { cloud: { azure: { ...identity, tokenFile } } },
    fragments: {
      providers: [
        provider('p', {
          type: 'azure_openai',
          baseUrl: twin.origin,
          credential: secret ? 'set' : 'none',
          ...azure,
        }),
        simulated('other'),
      ],
      credentials: secret ? [credential('p', secret(twin.origin))] : [],
      models: [
        model('main', 'p', {
          ...{ upstreamModel: 'gpt-4.1', contentPolicyFallbacks: ['spare'], ...owner },
        }),
        model('spare', 'other'),
        model('vectors', 'other', { mode: 'embedding' }),
      ],
      keys: [key('alice', owner), key('bob', { allowedModels: ['main'] })],
    },
  });
  return {
    twin,
    gateway,
    client: clientOf(gateway),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}

const asking = (content: string) => ({
  model: 'main',
  messages: [{ role: 'user' as const, content }],
});

const application = (origin: string, more: object = {}): string =>
  JSON.stringify({
    ...{ tenantId: 'acme', clientId: 'app', clientSecret: 'secret-of-the-app' },
    ...{ authorityHost: origin, ...more },
  });

async function textOf(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  return text;
}

describe('a gateway before Azure OpenAI', () => {
  it.each([
    [DATED, '/openai/deployments/gpt-4.1/chat/completions', '2024-10-21'],
    [{}, '/openai/v1/chat/completions', null],
    [{ apiVersion: 'v1' }, '/openai/v1/chat/completions', null],
    [{ apiVersion: 'preview' }, '/openai/v1/chat/completions', 'preview'],
  ])('of %o asks at %s, with its key', async (azure, path, version) => {
    await using at = await throughGateway({ azure });
    const answer = await at.client.chat.completions.create(asking('Hello'));
    expect(answer.choices[0]?.message.content).toBe('You said: Hello');
    const [asked] = at.twin.received;
    expect(asked?.path).toBe(path);
    expect(asked?.query.get('api-version')).toBe(version);
    expect(asked?.headers).toMatchObject({ 'api-key': 'key-of-azure' });
    expect(asked?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(asked?.body.toString() ?? '')).toMatchObject({ model: 'gpt-4.1' });
  });

  it('has no source searched with the rights of the resource', async () => {
    await using at = await throughGateway();
    const body = {
      ...{ model: 'main', messages: [{ role: 'user' as const, content: 'Hello' }] },
      data_sources: [
        {
          type: 'azure_search',
          parameters: { authentication: { type: 'system_assigned_managed_identity' } },
        },
      ],
    };
    await expect(at.client.chat.completions.create(body)).rejects.toMatchObject({
      ...{ status: 400, param: 'data_sources' },
      message: expect.stringContaining('an authentication of your own') as string,
    });
    expect(at.twin.received).toEqual([]);
  });

  it('streams, counts what was used, and takes what is said of the prompt for no content', async () => {
    await using at = await throughGateway({ azure: DATED });
    const stream = await at.client.chat.completions.create({
      ...asking('Hello'),
      ...{ stream: true, stream_options: { include_usage: true } },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]).toMatchObject({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 4 });
  });

  it('asks another model where the content filter stops the prompt', async () => {
    await using at = await throughGateway({ azure: DATED });
    const { data, response } = await at.client.chat.completions
      .create(asking('This is a jailbreak'))
      .withResponse();
    expect(at.twin.received).toHaveLength(1);
    expect(data.choices).toHaveLength(1);
    expect(response.headers.get('x-aicp-model')).toBe('spare');
  });

  it('asks with tokens of Entra ID that it keeps, and tells nobody', async () => {
    await using at = await throughGateway({ secret: application });
    await at.client.chat.completions.create(asking('Hello'));
    expect(
      await textOf(await at.client.chat.completions.create({ ...asking('Hello'), stream: true })),
    ).toBe('You said: Hello');
    const paths = at.twin.received.map(({ path }) => path);
    expect(paths.filter((path) => path === '/acme/oauth2/v2.0/token')).toHaveLength(1);
    const { headers } = at.twin.received.at(-1) ?? {};
    expect(headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer ey/) as string });
    expect(headers).not.toHaveProperty('api-key');
    const token = headers?.authorization?.slice('Bearer '.length) ?? '';
    const echoed = await at.client.chat.completions.create(asking(`Say ${token} again`));
    expect(echoed.choices[0]?.message.content).toContain('[redacted]');
  });

  it('asks as whoever the gateway is where a Provider of the platform has no Secret', async () => {
    await using file = await tokenFileWith('token-of-the-service-account\n');
    await using at = await throughGateway({ secret: null, tokenFile: file.path });
    const answer = await at.client.chat.completions.create(asking('Hello'));
    expect(answer.choices[0]?.message.content).toBe('You said: Hello');
    expect(at.twin.received.at(-1)?.headers.authorization).toMatch(/^Bearer ey/);
    expect(JSON.stringify(at.gateway.logged)).not.toContain('token-of-the-service-account');
  });

  it('lends its identity to no Provider whose Secret is missing, or that is of an organization', async () => {
    await using file = await tokenFileWith('token-of-the-service-account');
    for (const azure of [{ credential: 'missing' as const }, { organization: 'acme' }]) {
      await using at = await throughGateway({ secret: null, tokenFile: file.path, azure });
      await expect(at.client.chat.completions.create(asking('Hello'))).rejects.toThrow();
      expect(at.twin.received.filter(({ path }) => path.endsWith('/token'))).toEqual([]);
    }
  });

  it('says which identity Entra ID does not take, and where the token of it is not', async () => {
    await using file = await tokenFileWith('token-of-somebody-else');
    const details: unknown[] = [];
    for (const tokenFile of [file.path, `${file.path}-nowhere`]) {
      await using at = await throughGateway({ secret: null, tokenFile });
      await expect(at.client.chat.completions.create(asking('Hello'))).rejects.toThrow('502');
      expect(JSON.stringify(at.gateway.logged)).not.toContain('token-of-somebody-else');
      details.push(at.gateway.logged.find(({ event }) => event === 'provider_failed')?.['detail']);
    }
    expect(details).toEqual([
      expect.stringContaining('the federated credential of the identity app of tenant acme'),
      expect.stringContaining('cannot be read at'),
    ]);
  });

  it('says that Entra ID gives no token, and not why in the words of a secret', async () => {
    await using at = await throughGateway({
      secret: (origin) => application(origin, { clientSecret: 'secret-that-is-wrong' }),
    });
    const error = at.client.chat.completions.create(asking('Hello'));
    await expect(error).rejects.toMatchObject({ status: 502 });
    const logged = JSON.stringify(at.gateway.logged);
    expect(logged).not.toContain('secret-that-is-wrong');
  });

  it("serves Azure's own client, by key and by deployment", async () => {
    await using at = await throughGateway({ azure: DATED });
    const client = new AzureOpenAI({
      ...{ endpoint: at.gateway.url, apiKey: 'sk-alice', apiVersion: '2024-10-21', maxRetries: 0 },
    });
    const answer = await client.chat.completions.create(asking('Hello'));
    expect(answer.choices[0]?.message.content).toBe('You said: Hello');
    const stream = await client.chat.completions.create({ ...asking('Hello'), stream: true });
    expect(await textOf(stream)).toBe('You said: Hello');
    const listed = await client.models.list();
    expect(listed.data.map(({ id }) => id)).toContain('main');
    const named = new AzureOpenAI({
      ...{ endpoint: at.gateway.url, apiKey: 'sk-alice', apiVersion: '1', deployment: 'main' },
    });
    // As at Azure, the deployment is who is asked, whatever the body names.
    const { response } = await named.chat.completions
      .create({ ...asking('Hello'), model: 'spare' })
      .withResponse();
    expect(response.headers.get('x-aicp-model')).toBe('main');
    const stranger = new AzureOpenAI({
      ...{ endpoint: at.gateway.url, apiKey: 'sk-nobody', apiVersion: '1', maxRetries: 0 },
    });
    await expect(stranger.chat.completions.create(asking('Hello'))).rejects.toMatchObject({
      status: 401,
    });
  });

  it('serves AzureChatOpenAI of LangChain, which names a model of its own in the body', async () => {
    await using at = await throughGateway({ azure: DATED });
    const named = (azureOpenAIApiKey: string) =>
      new AzureChatOpenAI({
        ...{ azureOpenAIApiKey, azureOpenAIEndpoint: at.gateway.url, maxRetries: 0 },
        ...{ azureOpenAIApiDeploymentName: 'main', azureOpenAIApiVersion: '2024-10-21' },
      });
    expect((await named('sk-alice').invoke('Hello')).text).toBe('You said: Hello');
    const [asked] = at.twin.received;
    expect(asked?.path).toContain('/deployments/gpt-4.1/');
    expect(JSON.parse(asked?.body.toString() ?? '')).toMatchObject({ model: 'gpt-4.1' });
  });

  it("gives Azure's client embeddings, and no model that its key may not use", async () => {
    await using at = await throughGateway();
    const clientWith = (apiKey: string) =>
      new AzureOpenAI({ endpoint: at.gateway.url, apiKey, apiVersion: '1', maxRetries: 0 });
    const wish = { model: 'vectors', input: 'Hello', encoding_format: 'float' as const };
    const { data } = await clientWith('sk-alice').embeddings.create(wish);
    expect(data).toHaveLength(1);
    await expect(clientWith('sk-bob').embeddings.create(wish)).rejects.toMatchObject({
      status: 403,
    });
    const spare = { ...asking('Hello'), model: 'spare' };
    await expect(clientWith('sk-bob').chat.completions.create(spare)).rejects.toMatchObject({
      status: 403,
    });
    // Nor by a body that names one that it may use.
    const deployment = new AzureOpenAI({
      ...{ endpoint: at.gateway.url, apiKey: 'sk-bob', apiVersion: '1', maxRetries: 0 },
      deployment: 'spare',
    });
    const named = deployment.chat.completions.create(asking('Hello'));
    await expect(named).rejects.toMatchObject({ status: 403 });
    expect(at.twin.received).toHaveLength(0);
  });
});

/** A file with the token of a service account. */
async function tokenFileWith(token: string) {
  const directory = await mkdtemp(join(tmpdir(), 'aicp-token-'));
  const path = join(directory, 'token');
  await writeFile(path, token);
  return { path, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
}
