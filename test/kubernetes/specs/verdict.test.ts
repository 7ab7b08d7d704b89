import { kinds } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { verdictOfZod } from './verdict.ts';

const abTest = kinds.find(({ kind }) => kind === 'ABTest')!;
const base = { baseModel: 'gpt-4o', variantModel: 'gpt-4o-mini', trafficSplitPercent: 10 };
const RULE = 'at least one threshold must be set';

describe('what zod says of a spec', () => {
  it('names a rule once, though two parts have one of these words', () => {
    const spec = { ...base, rollbackThresholds: {}, promotionThresholds: {} };
    expect(verdictOfZod(abTest, spec).broken).toEqual([RULE]);
  });

  it('leaves the rules open where the form of another part is wrong', () => {
    const spec = { ...base, rollbackThresholds: {}, minRequests: 0 };
    const { broken, why } = verdictOfZod(abTest, spec);
    expect(why).toContain(RULE);
    expect(broken).toBeUndefined();
  });
});
