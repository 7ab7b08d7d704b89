import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { attemptOf, usageOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

/** Of the monitor of SLAs and of the judge of tests: each looks every 30 s, the judge after the monitor. */
const TURNS = { timeout: 150_000, interval: 500 };
const USERS = 400;
/** A little later than the objects' beginning, which Kubernetes notes by the second. */
const SOON_MS = 2_000;

const soon = () => {
  const atMs = Date.now() + SOON_MS;
  return { atMs, at: new Date(atMs).toISOString() };
};

describe('A/B tests that end by themselves', () => {
  let installation: LedgerInstallation;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    const { aicp } = installation;
    for (const name of ['steady', 'shaky']) await aicp.put('Provider', name, { type: 'simulated' });
    const model = (modelId: string, provider: string) =>
      aicp.put('Model', modelId, { modelId, provider });
    await model('old', 'steady');
    await model('failing', 'shaky');
    await model('slow', 'steady');
    await model('quick', 'steady');
    await aicp.put('SLADefinition', 'few-errors', {
      ...{ provider: 'shaky', modelPattern: '*', targetErrorRate: '0.1' },
      evaluationWindowMinutes: 5,
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const started = async (name: string, body: object) => {
    const { client } = installation.person('platform');
    const path = '/api/v1/ab-tests';
    const made = await client.post(path, { name, traffic_split_percent: 50, ...body });
    expect(made).toMatchObject({ status: 201 });
    expect(await client.post(`${path}/${name}/start`)).toMatchObject({ status: 200 });
  };
  const stateOf = async (name: string): Promise<unknown> => {
    const { client } = installation.person('platform');
    return (await client.get(`/api/v1/ab-tests/${name}`)).body['status'];
  };

  it(
    'go back where the variant violates an SLA that the base keeps, and are promoted where the variant is surely better',
    { timeout: 200_000 },
    async () => {
      await started('risky', { base_model: 'old', variant_model: 'failing' });
      await started('better', {
        ...{ base_model: 'slow', variant_model: 'quick', success_metric: 'latency' },
        auto_promote: true,
      });
      await started('left-alone', {
        ...{ base_model: 'quick', variant_model: 'slow', success_metric: 'latency' },
      });
      const attempts = Array.from({ length: 60 }, () => {
        const { at, atMs } = soon();
        const usage_id = uuidV7(atMs);
        return attemptOf({
          ...{ usage_id, at, provider: 'shaky', model: 'failing' },
          ...{ outcome: 'failed', reason: 'server_error' },
        });
      });
      const answers = (test: string, [base, variant]: readonly [string, string]) =>
        Array.from({ length: USERS * 2 }, (_, index) => {
          const { at, atMs } = soon();
          const isVariant = index % 2 === 1;
          const model_served = isVariant ? variant : base;
          return usageOf({
            ...{ id: uuidV7(atMs), at, ab_test: test, model_served, user: `user-${index}` },
            variant: isVariant ? 'variant' : 'base',
            latency_ms: (model_served === 'slow' ? 1_000 : 200) + (index % 50),
          });
        });
      await installation.ingest({
        attempts,
        usage: [
          ...answers('better', ['slow', 'quick']),
          ...answers('left-alone', ['quick', 'slow']),
        ],
      });

      await expect.poll(() => stateOf('better'), TURNS).toBe('promoted');
      await expect.poll(() => stateOf('risky'), TURNS).toBe('rolled_back');
      expect(await stateOf('left-alone')).toBe('running');
      const { client } = installation.person('platform');
      const results = async (name: string) =>
        (await client.get(`/api/v1/ab-tests/${name}/results`)).body;
      expect(await results('risky')).toMatchObject({ verdict: 'guard_rail' });
      expect(await results('better')).toMatchObject({ verdict: 'variant_better' });
      expect(await results('left-alone')).toMatchObject({
        verdict: 'variant_worse',
        recommendation: 'rollback',
      });
      const violations = await client.get('/api/v1/sla/violations/active');
      expect(violations.body).toMatchObject([{ sla_id: 'few-errors', model: 'failing' }]);
    },
  );
});
