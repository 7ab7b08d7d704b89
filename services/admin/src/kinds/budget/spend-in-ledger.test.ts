import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { subjectName } from '@aicp/contracts/spend/spend-subject';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_FACTS, type CollectionFacts } from '../../resources/collection-facts.ts';
import { resourceFixture, type ResourceFixture } from '../../resources/testing/resource-fixture.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { SpendNow } from '../../spend/ledger/spend-now.ts';
import { standingsNow } from './spend-in-ledger.ts';

const NOW = Date.UTC(2026, 1, 10, 12);
const NANO = 1_000_000_000n;

const budget = (spec: object, status?: object) =>
  ({
    metadata: { name: 'b' },
    spec: { monthlyLimit: 10, ...spec },
    status,
  }) as unknown as StoredObject;

describe('a budget of which no status tells anything yet', () => {
  let resources: ResourceFixture;
  beforeAll(async () => {
    resources = await resourceFixture();
    await resources.put('Organization', 'acme', {});
    await resources.put('Team', 'ml', { organizationId: 'acme' });
    await resources.put('APIKey', 'ada', { keyHash: 'a'.repeat(64), teamId: 'ml' });
    await resources.put('Model', 'fast', { modelId: 'fast', provider: 'sim', aliases: ['quick'] });
  });
  afterAll(() => resources[Symbol.asyncDispose]());

  const asked: string[] = [];
  const spend: CollectionFacts['spend'] = {
    of: async (questions) => {
      asked.push(...questions.map(({ subject, window }) => `${window} ${subjectName(subject)}`));
      return await Promise.resolve(
        questions.map(({ subject: { scope } }) => {
          if (scope === 'user') return undefined;
          return { spent: scope === 'team' ? 8n * NANO : 0n, reserved: NANO / 2n };
        }),
      );
    },
  };
  const facts = { ...NO_FACTS, clock: { now: () => NOW }, spend };
  const standings = async (...objects: StoredObject[]) => {
    asked.length = 0;
    return await standingsNow(resources.store, facts)(objects);
  };

  it('has spent what the ledger has of whose it is', async () => {
    const objects = [
      budget({ entityType: 'global' }),
      budget({ entityType: 'team', entityId: 'ml', softLimitPercent: '0.8' }),
      budget({ entityType: 'key', entityId: 'ada', limitUsd: 0, monthlyLimit: undefined }),
    ];
    expect(await standings(...objects)).toEqual([
      { current_spend: 0, remaining: 9.5, utilization: 0, status: 'ok' },
      { current_spend: 8, remaining: 1.5, utilization: 0.8, status: 'warning' },
      { current_spend: 0, remaining: 0, utilization: 1, status: 'exceeded' },
    ]);
    expect(asked).toEqual(['month global//', 'month team/acme/ml', 'month key/acme/ada']);
  });

  it('has as much more as is added for a while, while that lasts', async () => {
    const raised = (expiresAt: string) =>
      budget({
        ...{ entityType: 'team', entityId: 'ml', monthlyLimit: 8 },
        temporaryIncrease: { amountUsd: '2.5', expiresAt },
      });
    const objects = [raised('2026-02-10T12:00:01Z'), raised('2026-02-10T12:00:00Z')];
    expect(await standings(...objects)).toEqual([
      { current_spend: 8, remaining: 2, utilization: 0.761904, status: 'ok' },
      { current_spend: 8, remaining: 0, utilization: 1, status: 'exceeded' },
    ]);
  });

  it.each([
    [{ entityType: 'global', organizationId: 'acme', window: '30d' }, 'month global/acme/'],
    [{ entityType: 'organization', entityId: 'acme', window: '1d' }, '1d organization/acme/acme'],
    [{ entityType: 'user', entityId: 'u', organizationId: 'acme' }, 'month user/acme/u'],
    [{ entityType: 'team', entityId: 'ml', organizationId: 'globex' }, 'month team/globex/ml'],
    [{ entityType: 'model', entityId: 'fast' }, 'month model//fast'],
    [{ entityType: 'tag', entityId: 'a=b', organizationId: 'acme' }, 'month tag/acme/a=b'],
  ])('is asked for by whom it limits: %j', async (spec, name) => {
    await standings(budget(spec));
    expect(asked).toEqual([name]);
  });

  it('tells nothing that nobody knows, nor what others tell better', async () => {
    const unknowing = [
      budget({ entityType: 'user', entityId: 'u', organizationId: 'acme' }),
      budget({ entityType: 'user', entityId: 'u' }),
      budget({ entityType: 'team' }),
      budget({ entityType: 'model', entityId: 'quick' }),
      budget({ entityType: 'global' }, { conditions: [{ type: 'Exceeded', status: 'Unknown' }] }),
    ];
    expect(await standings(...unknowing)).toEqual(unknowing.map(() => ({})));
    expect(asked).toHaveLength(1);
  });

  it('has no figure where nothing has a cost', async () => {
    await resources.put('ControlPlane', 'default', { features: { costTracking: false } });
    expect(await standings(budget({ entityType: 'global' }))).toEqual([{}]);
  });
});

describe('what is spent now', () => {
  it('is asked for by the clock of the settings', async () => {
    const spec = { timeZone: 'Europe/Berlin' };
    const store = { find: () => ({ spec }) as unknown as StoredObject };
    const periods: unknown[] = [];
    const figures = {
      of: async (questions: readonly { period: unknown }[]) => {
        periods.push(...questions.map(({ period }) => period));
        return await Promise.resolve([]);
      },
    };
    const now = new SpendNow({ store, figures, clock: new ManualClock(NOW) });
    const subject = { scope: 'global', organization: undefined, value: undefined } as const;
    await now.of([{ subject, window: 'month' }]);
    const [startsMs, endsMs] = [Date.UTC(2026, 0, 31, 23), Date.UTC(2026, 1, 28, 23)];
    expect(periods).toEqual([{ startsMs, endsMs }]);
  });
});
