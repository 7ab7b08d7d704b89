import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminClient } from './clients.ts';
import { AdminInstallation } from './admin-installation.ts';

interface Prices {
  readonly input_price_per_million: number | null;
  readonly source: string | null;
  readonly updated_at: string | null;
}
interface Model {
  readonly id: string;
  readonly effective_prices: Prices | null;
}

describe('the prices of a model', () => {
  let aicp: AdminInstallation;
  let root: AdminClient;
  let acme: AdminClient;

  // Kubernetes tells whole seconds.
  const startedAt = Math.floor(Date.now() / 1_000) * 1_000;

  beforeAll(async () => {
    aicp = await AdminInstallation.start();
    root = await aicp.signIn();
    await aicp.put('Organization', 'acme', {});
    acme = (await aicp.somebody('org_admin', { organizationId: 'acme' })).client;
    const provider = { type: 'openai_compatible', baseUrl: 'https://models.example' };
    await aicp.put('Provider', 'ours', provider);
    await aicp.put('Provider', 'theirs', { ...provider, organizationId: 'acme' });
    await aicp.put('Model', 'plain', { modelId: 'plain', provider: 'ours' });
    await aicp.put('Model', 'own-price', {
      modelId: 'own-price',
      provider: 'ours',
      inputPricePerMillion: '7',
      outputPricePerMillion: '8',
    });
    const theirs = { modelId: 'their-model', upstreamModel: 'plain', provider: 'theirs' };
    await aicp.put('Model', 'their-model', { ...theirs, organizationId: 'acme' });
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const pricesOf = async (client: AdminClient, id: string) =>
    (await client.get<Model>(`/api/v1/models/${id}`)).body.effective_prices;
  const until = async (id: string, expected: object) => {
    await aicp.until(async () => {
      const found = (await pricesOf(acme, id)) as unknown as Record<string, unknown> | null;
      return found !== null && Object.entries(expected).every(([key, one]) => found[key] === one);
    });
  };

  it('are those of its own fields, by when it was made', async () => {
    await until('own-price', { input_price_per_million: 7, source: 'model: own-price' });
    const prices = await pricesOf(root, 'own-price');
    expect(prices).toMatchObject({
      currency: 'USD',
      output_price_per_million: 8,
      cached_input_price_per_million: 7,
      reasoning_price_per_million: 8,
      price_per_request: null,
      tiers: [],
    });
    expect(Date.parse(String(prices?.updated_at))).toBeGreaterThan(0);
  });

  it('are none where nobody knows any', async () => {
    await until('plain', { input_price_per_million: null, source: null, updated_at: null });
  });

  it('are those of the catalog that prices it, of the owner of its provider, from their day on', async () => {
    const catalog = (input: string, effectiveFrom: string) => ({
      prices: [
        {
          ...{ model: 'plain', effectiveFrom, source: 'https://wiki.internal' },
          ...{ inputPricePerMillion: input, outputPricePerMillion: '9' },
        },
      ],
    });
    await aicp.put('PriceCatalog', 'everybodys', catalog('1.5', '2026-01-02'));
    await aicp.put('PriceCatalog', 'acmes', {
      organizationId: 'acme',
      ...catalog('2.5', '2026-02-03'),
    });
    await until('plain', { input_price_per_million: 1.5, source: 'catalog' });
    const source = 'catalog: acmes: https://wiki.internal';
    await until('their-model', { input_price_per_million: 2.5, source });
    expect(await pricesOf(root, 'plain')).toMatchObject({
      source: 'catalog: everybodys: https://wiki.internal',
    });
    const member = (await aicp.somebody('member', { organizationId: 'acme' })).client;
    expect(await pricesOf(member, 'their-model')).toMatchObject({ source: 'catalog' });
    // They began before anybody wrote them down.
    const { updated_at: updatedAt } = (await pricesOf(acme, 'plain')) ?? {};
    expect(Date.parse(String(updatedAt))).toBeGreaterThanOrEqual(startedAt);
    const { body } = await acme.get<Model[]>('/api/v1/models');
    const listed = body.find(({ id }) => id === 'their-model')?.effective_prices;
    expect(listed).toEqual(await pricesOf(root, 'their-model'));
  });

  it('cannot be written', async () => {
    const { body } = await root.get<Model>('/api/v1/models/plain');
    const sent = { effective_prices: { ...body.effective_prices, input_price_per_million: 0 } };
    expect((await root.put('/api/v1/models/plain', sent)).body).toMatchObject({
      effective_prices: body.effective_prices,
    });
  });
});
