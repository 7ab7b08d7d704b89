import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { provider } from '@aicp/crds/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  contextOf,
  NAMESPACE,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '@aicp/admin/resources/testing/resource-fixture';
import { providerRoutes } from '../routes.ts';
import { modeByName } from './mode-by-name.ts';
import { MOST_OFFERED } from './offered-models.ts';

interface Offer {
  readonly id: string;
  readonly model: string | null;
  readonly prices: { readonly input_price_per_million: number } | null;
  readonly body: Readonly<Record<string, unknown>>;
}

describe('what a provider offers', () => {
  let aicp: ResourceFixture;
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  beforeEach(async () => {
    aicp = await resourceFixture();
    server = createServer((request, response) => {
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await aicp[Symbol.asyncDispose]();
  });

  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lists = (data: readonly object[]): void => {
    answer = (_, response) => response.end(JSON.stringify({ data }));
  };
  const ask = async (id: string) => {
    const routes = providerRoutes({
      ...{ service: aicp.services(provider), store: aicp.store, api: aicp.api },
      ...{ namespace: NAMESPACE, clock: systemClock },
      guards: { platform: addressGuard(LOCAL_TOO), tenants: addressGuard(PUBLIC_ONLY) },
    });
    const route = routes.find(({ operationId }) => operationId === 'listProviderModels');
    const context = contextOf(somebody('platform_admin'), { params: { id } });
    const body: unknown = (await route!.handler(context)).body;
    return body as { readonly total: number; readonly models: readonly Offer[] };
  };
  const putOpenAi = async (spec: object = {}) =>
    aicp.put('Provider', 'openai', { type: 'openai', baseUrl: `${base()}/v1`, ...spec });

  it('is told with what the release’s data and catalogs know, and what is served', async () => {
    await putOpenAi();
    await aicp.put('Model', 'fast', { modelId: 'fast', provider: 'openai', upstreamModel: 'o3' });
    await aicp.put('Model', 'gpt-4o', { modelId: 'gpt-4o', provider: 'elsewhere' });
    await aicp.put('PriceCatalog', 'ours', {
      prices: [
        {
          ...{ model: 'house', provider: 'openai' },
          ...{ inputPricePerMillion: 7, outputPricePerMillion: 8 },
        },
      ],
    });
    const ids = ['o3', 'gpt-4o', 'house', 'unheard-of', 'text-embedding-3-small'];
    lists(ids.map((id) => ({ id })));
    const { models, total } = await ask('openai');
    expect(total).toBe(5);
    const of = (id: string) => models.find((one) => one.id === id)!;
    expect(of('o3').model).toBe('fast');
    expect(of('gpt-4o')).toMatchObject({
      ...{ model: null, mode: 'chat', context_window: 128_000 },
      prices: { input_price_per_million: 2.5, output_price_per_million: 10 },
    });
    expect(of('house').prices).toMatchObject({ input_price_per_million: 7 });
    expect(of('unheard-of')).toMatchObject({ prices: null, context_window: null });
    expect(of('text-embedding-3-small')).toMatchObject({ mode: 'embedding' });
  });

  it('comes with the body that makes a Model, behind the provider’s name where its own is taken', async () => {
    await putOpenAi();
    await aicp.put('Model', 'gpt-4o', { modelId: 'gpt-4o', provider: 'elsewhere' });
    lists([{ id: 'gpt-4o' }, { id: 'o3', context_length: 9, max_output_tokens: 3 }]);
    const { models } = await ask('openai');
    expect(models.map(({ body }) => body)).toEqual([
      {
        id: 'openai/gpt-4o',
        provider: 'openai',
        upstream_model: 'gpt-4o',
        context_window: 128_000,
      },
      { id: 'o3', provider: 'openai', context_window: 9, max_output_tokens: 3 },
    ]);
  });

  it('of Azure are deployments, whose prices are written down, as nobody knows them by their names', async () => {
    await aicp.put('Provider', 'azure', { type: 'azure_openai', baseUrl: base() });
    answer = ({ url }, response) => {
      expect(url).toContain('/openai/deployments?api-version=');
      response.end('{"data":[{"id":"ours","model":"gpt-4o"}]}');
    };
    const [only] = (await ask('azure')).models;
    expect(only).toMatchObject({ base_model: 'gpt-4o', model: null });
    expect(only?.prices?.input_price_per_million).toBeGreaterThan(0);
    expect(only?.body).toMatchObject({
      id: 'ours',
      input_price_per_million: only?.prices?.input_price_per_million,
    });
  });

  it('is cut where it is very long, and says how long', async () => {
    await putOpenAi();
    lists(Array.from({ length: MOST_OFFERED + 1 }, (_, index) => ({ id: `m-${index}` })));
    const { models, total } = await ask('openai');
    expect([models.length, total]).toEqual([MOST_OFFERED, MOST_OFFERED + 1]);
  });

  it('is not known where it does not answer: 502 with the reason, without its credential', async () => {
    await putOpenAi({ secretRef: { name: 'key', key: 'api-key' } });
    expect(await problem(ask('openai'))).toMatchObject({
      status: 502,
      extensions: { reason: 'secret_missing' },
    });
    aicp.api.put(
      { group: '', version: 'v1', plural: 'secrets', kind: 'Secret' },
      {
        metadata: { name: 'key', namespace: NAMESPACE },
        data: { 'api-key': Buffer.from('sk-hidden').toString('base64') },
      },
    );
    answer = ({ headers }, response) => {
      response.writeHead(401).end(`wrong key ${headers.authorization ?? ''}`);
    };
    const refused = await problem(ask('openai'));
    expect(refused).toMatchObject({ extensions: { reason: 'credential', provider_status: 401 } });
    expect(JSON.stringify(refused)).not.toContain('sk-hidden');
  });

  it('of an organization’s provider is asked for only where tenants may stand', async () => {
    await putOpenAi({ organizationId: 'acme' });
    expect(await problem(ask('openai'))).toMatchObject({
      extensions: { reason: 'forbidden_address' },
    });
  });
});

it.each([
  ['gpt-4o', 'chat'],
  ['text-embedding-3-large', 'embedding'],
  ['BAAI/bge-m3', 'embedding'],
  ['omni-moderation-latest', 'moderation'],
  ['rerank-v3.5', 'rerank'],
  ['gpt-realtime', 'realtime'],
  ['whisper-1', 'audio'],
  ['gpt-4o-mini-tts', 'audio'],
  ['gpt-image-1', 'image'],
  ['davinci-002', 'completion'],
])('%s is by its name for %s', (id, mode) => {
  expect(modeByName(id)).toBe(mode);
});
