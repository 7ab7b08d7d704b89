import { describe, expect, it } from 'vitest';
import { costAllocationRule } from './cost-allocation-rule.ts';

describe('a cost allocation rule', () => {
  const reads = (spec: object): boolean =>
    costAllocationRule.spec.safeParse({
      allocationType: 'cost_center',
      allocationTarget: 'CC-1',
      ...spec,
    }).success;

  it('is called and described in one line: files for bookkeeping have one for each posting', () => {
    expect(
      reads({ displayName: 'Größe 1', metadata: { sap_company_code: '1000', none: '' } }),
    ).toBe(true);
    expect(reads({ displayName: 'One\nTwo' })).toBe(false);
    expect(reads({ metadata: { sap_company_code: '10\r\n00' } })).toBe(false);
  });
});
