import type { FailoverReport } from '@aicp/contracts/poll/health-report';
import { expect, it } from 'vitest';
import { failoverFindings } from './failover-findings.ts';

const report = (state: FailoverReport['state'], more: Partial<FailoverReport> = {}) => ({
  health: {
    at: '2026-01-01T00:10:00Z',
    providers: [],
    models: [],
    failovers: [
      {
        name: 'rule',
        uid: 'u',
        state,
        since: '2026-01-01T00:00:00Z',
        share: state === 'watching' ? 0 : 1,
        flapping: false,
        moved: 3,
        ...more,
      },
    ],
  },
});
const found = (...reports: readonly ReturnType<typeof report>[]) => {
  const names = ['a', 'b', 'c'];
  const [finding] =
    failoverFindings({
      known: new Set(names),
      reports: new Map(reports.map((one, index) => [names[index]!, one])),
    }) ?? [];
  const words = finding?.conditions.map((one) => `${one.type} ${one.status} ${one.reason}`);
  return { finding, words, observed: finding?.observed };
};

it('says how all gateways stand to a rule', () => {
  const left = { last_left: '2026-01-01T00:05:00Z', last_trigger: 'error_rate > 0.5' };
  const away = { ...left, since: '2026-01-01T00:05:00Z' };
  const some = found(report('failed_over', away), report('watching'), report('probing', left));
  expect(some.words).toEqual(['FailedOver True FailedOver', 'Flapping False Steady']);
  expect(some.finding?.conditions[0]?.message).toBe(
    '1 of 3 gateways sends requests to the target, since error_rate > 0.5',
  );
  expect(some.observed).toEqual({
    state: 'failed_over',
    since: '2026-01-01T00:05:00Z',
    replicas: '2 of 3',
    requestsMoved: 9,
    lastTrigger: 'error_rate > 0.5',
    lastLeft: '2026-01-01T00:05:00Z',
  });
  expect(found(report('watching')).words?.[0]).toBe('FailedOver False Watching');
  expect(found(report('probing', { flapping: true })).words).toEqual([
    'FailedOver True Probing',
    'Flapping True Flapping',
  ]);
  expect(found(report('watching', { target_missing: true })).words?.[0]).toBe(
    'FailedOver False TargetMissing',
  );
});

it('knows nothing where no gateway that is known says anything', () => {
  expect(failoverFindings({ known: new Set(), reports: new Map() })).toBeUndefined();
  const strangers = new Map([['x', report('watching')]]);
  expect(failoverFindings({ known: new Set(['a']), reports: strangers })).toBeUndefined();
});
