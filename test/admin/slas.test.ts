import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { attemptOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

interface Health {
  readonly provider: string;
  readonly model: string;
  readonly status: string;
  readonly p95: number | null;
  readonly requests: number | null;
}

describe('how providers fare', () => {
  let installation: LedgerInstallation;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    const { aicp } = installation;
    const provider = (name: string, organizationId?: string) =>
      aicp.put('Provider', name, {
        type: 'simulated',
        ...(organizationId ? { organizationId } : {}),
      });
    const model = (modelId: string, of: string, organizationId?: string) =>
      aicp.put('Model', modelId, {
        ...{ modelId, provider: of },
        ...(organizationId ? { organizationId } : {}),
      });
    await provider('shared');
    await provider('acmes', 'acme');
    await model('platforms', 'shared');
    await model('globex-secret', 'shared', 'globex');
    await model('acme-own', 'acmes', 'acme');
    const attempts = (of: string, to: string) =>
      Array.from({ length: 30 }, () => {
        // A little later than the provider's beginning, which Kubernetes notes by the second.
        const at = new Date(Date.now() + 60_000).toISOString();
        const usage_id = uuidV7(Date.now());
        return attemptOf({ usage_id, at, provider: of, model: to, latency_ms: 250 });
      });
    await installation.ingest({
      attempts: [
        ...attempts('shared', 'platforms'),
        ...attempts('shared', 'globex-secret'),
        ...attempts('acmes', 'acme-own'),
      ],
    });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const health = async (who: string) => {
    const { status, body } = await installation.ask<Health[]>(who, '/api/v1/sla/health');
    return status === 200
      ? body.map((one) => [one.model, one.status, one.requests, one.p95 !== null])
      : status;
  };

  it('is told to each as far as they may know, without counts of others', async () => {
    expect(await health('platform')).toEqual([
      ['acme-own', 'healthy', 30, true],
      ['globex-secret', 'healthy', 30, true],
      ['platforms', 'healthy', 30, true],
    ]);
    expect(await health('acme')).toEqual([
      ['acme-own', 'healthy', 30, true],
      ['platforms', 'healthy', null, true],
    ]);
    expect(await health('globex')).toEqual([
      ['globex-secret', 'healthy', 30, true],
      ['platforms', 'healthy', null, true],
    ]);
    expect(await health('member')).toBe(403);
    expect(await health('nobodys')).toBe(403);
  });

  it('has a history, of the same', async () => {
    for (const path of ['sla/health/history', 'sla/history']) {
      const points = await installation.ask<Health[]>('acme', `/api/v1/${path}?hours=2`);
      expect(points.body.map(({ model, requests }) => [model, requests]).sort()).toEqual([
        ['acme-own', 30],
        ['platforms', null],
      ]);
    }
    const wrong = await installation.ask('acme', '/api/v1/sla/health/history?hours=0');
    expect(wrong.status).toBe(422);
  });

  it('has no violations where nothing is promised', async () => {
    for (const path of ['violations', 'violations/active']) {
      const { status, body } = await installation.ask('acme', `/api/v1/sla/${path}`);
      expect([status, body]).toEqual([200, []]);
    }
  });
});
