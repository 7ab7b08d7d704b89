import type { PriceSource } from '@aicp/contracts/prices/price-list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key, model } from '../testing/fragments.ts';
import { startTestCost, type TestCost } from '../testing/start-test-cost.ts';

const from = (source: PriceSource) => ({ priceSources: [source] });

describe('where prices come from', () => {
  let cost: TestCost;

  beforeAll(async () => {
    const text = { layer: 'catalog', source: 'https://wiki.internal/contract' } as const;
    cost = await startTestCost({
      models: [
        model('platforms', [1, 2], from({ ...text, name: 'contract' })),
        model('acmes', [1, 2], from({ ...text, name: 'ours', organization: 'acme' })),
        model('own', [1, 2], from({ layer: 'model', name: 'own' })),
        model(
          'known',
          [1, 2],
          from({ layer: 'bundled', name: 'openai/known', source: 'data 1.0' }),
        ),
      ],
      keys: [
        key('root', { role: 'platform_admin', organization: undefined }),
        key('nobodys', { organization: undefined }),
        key('admin', { role: 'org_admin' }),
        key('viewer', { role: 'viewer' }),
        key('member'),
        key('other', { role: 'org_admin', organization: 'beta' }),
      ],
    });
  });
  afterAll(async () => {
    await cost.stop();
  });

  const sourcesFor = async (secret?: string) => {
    const { body } = await cost.get('/pricing', secret);
    const all = body as { model: string; source: string | null }[];
    return Object.fromEntries(all.map(({ model: id, source }) => [id, source]));
  };
  const KINDS = {
    platforms: 'catalog',
    acmes: 'catalog',
    own: 'model: own',
    known: 'bundled: openai/known: data 1.0',
  };
  const platforms = 'catalog: contract: https://wiki.internal/contract';
  const acmes = 'catalog: ours: https://wiki.internal/contract';

  it.each([undefined, 'sk-member', 'sk-other', 'sk-nobodys'])(
    'is no more than a kind, of catalogs that %s may not read',
    async (secret) => {
      expect(await sourcesFor(secret)).toEqual(KINDS);
    },
  );

  it.each(['sk-admin', 'sk-viewer'])(
    'is all of it, of the organization’s own: %s',
    async (secret) => {
      expect(await sourcesFor(secret)).toEqual({ ...KINDS, acmes });
    },
  );

  it('is all of it to who runs the platform', async () => {
    expect(await sourcesFor('sk-root')).toEqual({ ...KINDS, platforms, acmes });
  });
});
