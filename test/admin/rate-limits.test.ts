import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gatewayCounts } from '@aicp/admin/kinds/rate-limit-policy/gateway-counts';
import type { Demand } from '@aicp/contracts/limits/demands';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { systemClock } from '@aicp/common/time/clock';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import { temporaryDirectory } from '@aicp/gateway/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

const CHECK = '/api/v1/rate-limits/check';

/** A count of requests or tokens in this minute. */
const demand = (counter: string, amount: number): Demand => ({
  counter,
  window: { kind: 'minute' },
  limit: 1_000_000,
  amount,
  isHeld: false,
});

describe('a check of the limits', () => {
  const counters = new MemoryCounters(systemClock);
  let aicp: AdminInstallation;
  let root: AdminClient;

  beforeAll(async () => {
    aicp = await AdminInstallation.start({ counts: counters });
    root = await aicp.signIn();
    for (const name of ['acme', 'rival']) await aicp.put('Organization', name, {});
    await aicp.put('Provider', 'sim', { type: 'simulated' });
    await aicp.put('Model', 'small', { modelId: 'small', provider: 'sim' });
    await aicp.put('Team', 'ml', { organizationId: 'acme', tpmLimit: 1000 });
    await aicp.put('RateLimitPolicy', 'teams', { scope: 'team', rpmLimit: 3 });
    await aicp.put('RateLimitPolicy', 'models', { scope: 'model', rpmLimit: 2 });
    const asked = { scope: 'team', scope_value: 'ml', model: 'small' };
    await aicp.until(async () => (await root.post(CHECK, asked)).body['policy'] === 'models');
  });
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('says what the tightest limit leaves, and takes nothing of it', async () => {
    for (const _ of [1, 2, 3]) {
      const { status, body } = await root.post(CHECK, { scope: 'team', scope_value: 'ml' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ allowed: true, policy: 'teams', remaining: 3 });
      expect(body['retry_after_seconds']).toBeNull();
    }
  });

  it('says which limit refuses, and until when', async () => {
    counters.load([demand('team/acme/ml:tokens', 900)]);
    const asked = { scope: 'team', scope_value: 'ml', estimated_tokens: 200 };
    const { body } = await root.post(CHECK, asked);
    expect(body).toMatchObject({
      allowed: false,
      policy: null,
      limit: 'The team "ml" allows 1000 tokens a minute.',
      remaining: 100,
    });
    expect(body['retry_after_seconds']).toBeLessThanOrEqual(60);
    expect(Date.parse(String(body['reset_at']))).toBeGreaterThan(Date.now() - 1);
    const never = await root.post(CHECK, { ...asked, estimated_tokens: 2000 });
    expect(never.body).toMatchObject({ allowed: false, retry_after_seconds: null });
  });

  it('is for what the caller may see', async () => {
    const { client } = await aicp.somebody('org_admin', { organizationId: 'rival' });
    const status = async (body: object) => (await client.post(CHECK, body)).status;
    expect(await status({ scope: 'team', scope_value: 'ml' })).toBe(404);
    expect(await status({ scope: 'organization', scope_value: 'acme' })).toBe(404);
    expect(await status({ scope: 'key', scope_value: 'bootstrap-admin' })).toBe(404);
    expect(await status({ scope: 'organization', scope_value: 'rival' })).toBe(200);
    expect(await status({ scope: 'model', scope_value: 'small' })).toBe(200);
    expect(await status({ scope: 'global' })).toBe(200);
    expect(await status({ scope: 'team' })).toBe(422);
  });

  it('needs somebody who counts', async () => {
    await using other = await AdminInstallation.start();
    const client = await other.signIn();
    await other.put('RateLimitPolicy', 'all', { scope: 'global', rpmLimit: 3 });
    await other.until(async () => (await client.post(CHECK, { scope: 'global' })).status !== 200);
    const { status, body } = await client.post(CHECK, { scope: 'global' });
    expect([status, body['detail']]).toEqual([503, expect.stringContaining('AICP_REDIS_URL')]);
  });
});

it('a gateway tells its counts to whoever knows the token, and to nobody else', async () => {
  await using directory = await temporaryDirectory();
  const countsTokenFile = join(directory.path, 'counts.token');
  await writeFile(countsTokenFile, 'secret\n');
  await using gateway = await startTestGateway({ fragments: {}, config: { countsTokenFile } });
  const asked = [demand('team/ml:requests', 1)];
  const told = await gatewayCounts(gateway.url, () => 'secret').peek(asked);
  expect(told).toMatchObject({ standings: [{ remaining: 1_000_000 }], refusedBy: [] });
  await expect(gatewayCounts(gateway.url, () => 'guess').peek(asked)).rejects.toThrow(
    'does not say how its limits stand',
  );
  await using closed = await startTestGateway({ fragments: {} });
  const { status } = await fetch(`${closed.url}/internal/counts`, { method: 'POST' });
  expect(status).toBe(404);
});
