import { abtest, type ABTestSpec } from '@aicp/crds/abtest';
import { describe, expect, it } from 'vitest';
import { sampleRatioOf } from '../statistics/sample-ratio.ts';
import { armsLike } from '../testing/arms-of.ts';
import { judge, type Evidence } from './judge.ts';

const specOf = (fields: object = {}): ABTestSpec =>
  abtest.spec.parse({
    baseModel: 'old',
    variantModel: 'new',
    trafficSplitPercent: 50,
    ...fields,
  });

const judged = (fields: object, arms = armsLike(), more: Partial<Evidence> = {}) =>
  judge({
    spec: specOf(fields),
    arms,
    sampleRatio: sampleRatioOf({ base: 400, variant: 400 }, 50),
    ...more,
  });

describe('a trial', () => {
  it('of equals is not decided', () => {
    expect(judged({})).toMatchObject({ verdict: 'undecided', recommendation: 'continue' });
  });

  it('needs its requests of each arm', () => {
    const arms = armsLike({ requests: 40, units: 20, latencyMs: 100 });
    expect(judged({}, arms)).toMatchObject({
      verdict: 'too_few_requests',
      reason: 'Each arm needs 100 requests; the base has 8000, the variant 40.',
    });
    expect(judged({ promotionThresholds: { latency: 0, minRequests: 30 } }, arms)).toMatchObject({
      verdict: 'variant_better',
    });
  });

  it('needs eight units of each arm, however many requests they make', () => {
    const arms = armsLike({ units: 7, requests: 100_000, latencyMs: 100 });
    expect(judged({}, arms).verdict).toBe('undecided');
  });

  it.each([
    ['latency', { latencyMs: 400 }, { latencyMs: 600 }],
    ['cost_efficiency', { cost: 800 }, { cost: 1_200 }],
    ['error_rate', { failures: 0.01 }, { failures: 0.3 }],
    ['feedback', { score: 0.8 }, { score: 0.3 }],
  ])('is decided by %s, where that is what decides', (successMetric, better, worse) => {
    const base = { score: 0.5, failures: 0.1 };
    expect(judged({ successMetric }, armsLike({ ...base, ...better }, base))).toMatchObject({
      recommendation: 'promote',
    });
    expect(judged({ successMetric }, armsLike({ ...base, ...worse }, base))).toMatchObject({
      recommendation: 'rollback',
    });
  });

  it('is decided where the whole interval is past the threshold, and not where the figure alone is', () => {
    const faster = armsLike({ latencyMs: 400 });
    expect(judged({ promotionThreshold: '0.1' }, faster).verdict).toBe('variant_better');
    expect(judged({ promotionThreshold: '0.199' }, faster).verdict).toBe('undecided');
    expect(judged({ promotionThreshold: '0.3' }, faster).verdict).toBe('no_relevant_difference');
  });

  it('that is surely between its thresholds is not worth going on with', () => {
    const thresholds = { promotionThreshold: '0.3', rollbackThreshold: '0.3' };
    expect(judged(thresholds, armsLike({ latencyMs: 480 }))).toMatchObject({
      verdict: 'no_relevant_difference',
      recommendation: 'stop',
    });
  });
});

describe('thresholds of several measures', () => {
  const cheaper = armsLike({ cost: 500, latencyMs: 600 });
  const successMetric = 'cost_efficiency';

  it('promote where all of them hold', () => {
    const of = (latencyIncreasePct: number) =>
      judged(
        {
          successMetric,
          promotionThresholds: { costEfficiency: '0.3', latencyIncreasePct },
          rollbackThresholds: { costIncreasePct: 10 },
        },
        cheaper,
      ).verdict;
    expect(of(30)).toBe('variant_better');
    expect(of(10)).toBe('no_relevant_difference');
  });

  it('take back where one of them holds', () => {
    const rollbackThresholds = { costIncreasePct: 50, latencyIncreasePct: 10 };
    expect(judged({ successMetric, rollbackThresholds }, cheaper)).toMatchObject({
      verdict: 'variant_worse',
      reason: 'The variant is surely worse: latency raised by more than 10 %.',
    });
  });

  it('take failures as they are', () => {
    const rollbackThresholds = { errorRate: '0.05' };
    expect(judged({ rollbackThresholds }, armsLike({ failures: 0.2 })).verdict).toBe(
      'variant_worse',
    );
    expect(judged({ rollbackThresholds }, armsLike({ failures: 0.04 })).verdict).toBe('undecided');
    const promotionThresholds = { errorRate: '0.02' };
    const faster = { latencyMs: 400 };
    expect(judged({ promotionThresholds }, armsLike({ ...faster, failures: 0 })).verdict).toBe(
      'variant_better',
    );
  });
});

describe('a guard rail', () => {
  it('is an agreement that the variant violates', () => {
    expect(judged({}, armsLike(), { violation: 'the SLA fast (p95_ms)' })).toMatchObject({
      verdict: 'guard_rail',
      recommendation: 'rollback',
      reason: 'The variant violates the SLA fast (p95_ms).',
    });
  });

  it('is a cost that no price explains, also before there are enough requests', () => {
    const arms = armsLike({ cost: 20_000, requests: 80, units: 80 });
    expect(judged({}, arms).verdict).toBe('guard_rail');
    expect(judged({}, arms, { priceRatio: 16 }).verdict).toBe('too_few_requests');
    expect(judged({ rollbackThresholds: { costIncreasePct: 1_000 } }, arms).verdict).toBe(
      'too_few_requests',
    );
  });

  it('is not the check of the sample ratio, by which nothing is promoted either', () => {
    const sampleRatio = sampleRatioOf({ base: 400, variant: 200 }, 50);
    const fast = armsLike({ latencyMs: 100 });
    expect(judged({ autoPromote: true }, fast, { sampleRatio })).toMatchObject({
      verdict: 'sample_ratio_mismatch',
      recommendation: 'stop',
    });
  });
});
