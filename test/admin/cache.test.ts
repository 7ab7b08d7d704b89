import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { usageOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

interface Stats {
  readonly hits: number;
  readonly cost_saved_usd: number;
}

interface Settings {
  readonly is_enabled: boolean;
  readonly scope: string;
  readonly ttl_seconds: number;
  readonly epoch: number;
  readonly organization_epochs: Readonly<Record<string, number>>;
}

interface Wrong {
  readonly errors: readonly { readonly path: string }[];
}

describe('the cache in the admin API', () => {
  let installation: LedgerInstallation;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    await installation.aicp.put('ControlPlane', 'default', {});
    const atMs = Date.now() + 1_500;
    const at = new Date(atMs).toISOString();
    const used = (organization: string, team: string | null, changes: object) =>
      usageOf({ id: uuidV7(atMs), at, organization, team, ...changes });
    const hit = {
      ...{ cache: 'hit', attempts: 0, cost_nano_usd: 0 },
      saved: { tokens: 15, cost_nano_usd: 20_000_000 },
    };
    await installation.ingest({
      usage: [
        used('acme', 'ml', { cache: 'miss' }),
        used('acme', 'ml', hit),
        used('acme', 'web', hit),
        used('acme', 'web', { cache: 'bypass' }),
        used('globex', null, hit),
        used('globex', null, {}),
      ],
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const stats = async (who: string, query = '') =>
    await installation.ask<Stats>(who, `/api/v1/cache/stats${query}`);

  it('tells what it saved, to everybody of their own requests', async () => {
    const until = `?until=${new Date(Date.now() + 60_000).toISOString()}`;
    await expect
      .poll(async () => (await stats('platform', until)).body.hits, { timeout: 20_000 })
      .toBe(3);
    expect((await stats('platform')).body).toMatchObject({
      ...{ is_enabled: false, level: 'exact', hits: 3, misses: 1, bypassed: 1 },
      ...{ hit_rate: 0.75, entries: null, tokens_saved: 45, cost_saved_usd: 0.06 },
    });
    expect((await stats('acme')).body).toMatchObject({ hits: 2, cost_saved_usd: 0.04 });
    expect((await stats('web')).body).toMatchObject({ hits: 1, misses: 0, bypassed: 1 });
    expect((await stats('globex')).body).toMatchObject({ hits: 1, misses: 0, hit_rate: 1 });
    expect((await stats('globex', '?organization_id=acme')).status).toBe(404);
    expect((await stats('platform', '?since=2026-01-01')).status).toBe(422);
  });

  it('asks a model that makes embeddings alone how alike questions are, and says where one cannot', async () => {
    const { client } = installation.person('platform');
    const path = '/api/v1/cache/settings';
    await installation.aicp.put('Model', 'chat', { modelId: 'chat', provider: 'sim' });
    const embed = { modelId: 'embed', provider: 'sim', mode: 'embedding' };
    await installation.aicp.put('Model', 'embed', embed);
    const set = async (model: string) =>
      await client.call<Settings & Wrong>('PUT', path, {
        body: { semantic: { model, threshold: 0.9 } },
      });
    expect((await set('chat')).body.errors).toMatchObject([
      { path: 'semantic.model', message: expect.stringContaining('makes no embeddings') as string },
    ]);
    expect((await set('embed')).body).toMatchObject({
      semantic: { model: 'embed', threshold: 0.9, problem: null },
      max_temperature: 1,
    });
    expect((await stats('platform')).body).toMatchObject({ level: 'semantic' });
    await installation.aicp.put('Model', 'embed', { ...embed, isActive: false });
    expect((await client.call<Settings>('GET', path)).body).toMatchObject({
      semantic: { problem: expect.stringContaining('is switched off') as string },
    });
    expect((await stats('platform')).body).toMatchObject({ level: 'exact' });
    await client.call('PUT', path, { body: { semantic: null } });
  });

  it('is changed as it was read, or not at all', async () => {
    const { client } = installation.person('platform');
    const path = '/api/v1/cache/settings';
    const tag = (await client.call('GET', path)).headers.get('etag') ?? '';
    const put = async (ttl_seconds: number) =>
      await client.call('PUT', path, { body: { ttl_seconds }, headers: { 'if-match': tag } });
    expect((await put(700)).status).toBe(200);
    expect((await put(800)).status).toBe(412);
    await client.call('PUT', path, { body: { ttl_seconds: 3600 } });
  });

  it('is set and made to forget by the platform alone, in the ControlPlane', async () => {
    const { client } = installation.person('platform');
    const path = '/api/v1/cache/settings';
    expect((await client.call<Settings>('GET', path)).body).toMatchObject({
      ...{ is_enabled: false, scope: 'team', ttl_seconds: 3600, epoch: 0 },
      organization_epochs: {},
    });
    const changed = await client.call<Settings>('PUT', path, {
      body: { is_enabled: true, scope: 'key' },
    });
    expect(changed.body).toMatchObject({ is_enabled: true, scope: 'key', ttl_seconds: 3600 });
    const wrong = async (body: object): Promise<string[]> => {
      const told = await client.call<Wrong>('PUT', path, { body });
      expect(told.status).toBe(422);
      return told.body.errors.map((one) => one.path);
    };
    expect(await wrong({ ttl_seconds: 0, max_bytes: 1 })).toEqual(['ttl_seconds', 'max_bytes']);
    expect(await wrong({ semantic: { model: 'nope' } })).toEqual(['semantic.model']);
    const purge = '/api/v1/cache/purge';
    await client.call('POST', purge);
    const nobodys = await client.call('POST', purge, { body: { organization_id: 'nope' } });
    expect(nobodys.status).toBe(404);
    await client.call('POST', purge, { body: { organization_id: 'acme' } });
    const purged = await client.call<Settings>('POST', purge, {
      body: { organization_id: 'acme' },
    });
    expect(purged.body).toMatchObject({
      ...{ epoch: 1, organization_epochs: { acme: 2 } },
      ...{ is_enabled: true, scope: 'key' },
    });
    for (const who of ['acme', 'member']) {
      const other = installation.person(who).client;
      expect((await other.call('GET', path)).status).toBe(403);
      expect((await other.call('POST', purge, { body: {} })).status).toBe(403);
    }
  });
});
