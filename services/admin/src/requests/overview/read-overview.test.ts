import { expect, it } from 'vitest';
import { StoredTimes } from '@aicp/ledger/latency/time-sums';
import { FakeLedger } from '../../spend/testing/fake-ledger.ts';
import { readOverview, type OverviewLedger, type OverviewQuestion } from './read-overview.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const DAY_MS = 86_400_000;

/** A ledger with more requests than anybody counts one by one. */
function fullLedger(keptFromMs = 0): OverviewLedger {
  const sums = new FakeLedger();
  for (const [days, model] of [
    [0.1, 'fast'],
    [0.1, 'slow'],
    [3, 'fast'],
  ] as const) {
    const at = new Date(NOW - days * DAY_MS).toISOString();
    sums.add({ at, cost: 5n, model_served: model, organization: 'acme', tokens: { input: 3 } });
  }
  return {
    reader: {
      usageBy: (query) => sums.usageBy(query),
      usageKeptFrom: () => Promise.resolve(keptFromMs),
      latencySpans: () => Promise.resolve([span]),
    },
    requests: {
      count: (_, most) => Promise.resolve(most + 1),
      overview: () => Promise.reject(new Error('these are too many')),
    },
  };
}

const none = new StoredTimes(new Uint8Array());
const span = {
  ...{ startsMs: NOW - 3 * DAY_MS, provider: 'p', model: 'fast', requests: 1, answered: 1 },
  ...{ providerFailures: 0, minutes: 1, minutesUp: 1, latency: none, firstToken: none },
};

const week: OverviewQuestion = {
  scope: { filter: {}, sinceMs: 0 },
  ...{ isAll: true, sinceMs: NOW - 7 * DAY_MS, untilMs: NOW, groupBy: undefined },
};

it('reads sums where there are too many requests, and says whose times these are', async () => {
  const found = await readOverview(fullLedger(), week);
  expect(found).toMatchObject({ times_of: 'attempts', step_seconds: 3600 });
  expect(found.points.map(({ requests, errors }) => [requests, errors])).toEqual([
    [1, null],
    [2, null],
  ]);
});

it('tells sums of a group, and no times of others', async () => {
  const scope = { filter: { organization: 'acme' }, sinceMs: 0 };
  const asked = { ...week, scope, isAll: false, groupBy: 'model_served' as const };
  const { times_of: timesOf, points } = await readOverview(fullLedger(), asked);
  expect(timesOf).toBe('none');
  expect(points.map(({ group, p50_ms: p50 }) => [group, p50])).toEqual([
    ['fast', null],
    ['fast', null],
    ['slow', null],
  ]);
});

it('goes by whole days where no more is kept', async () => {
  const found = await readOverview(fullLedger(NOW), week);
  expect(found).toMatchObject({ step_seconds: 86_400 });
});

it('tells nothing of a time before somebody’s own', async () => {
  const scope = { filter: { organization: 'acme' }, sinceMs: Infinity };
  expect(await readOverview(fullLedger(), { ...week, scope })).toMatchObject({ points: [] });
});
