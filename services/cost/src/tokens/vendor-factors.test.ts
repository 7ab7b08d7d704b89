import { describe, expect, it } from 'vitest';
import { VendorFactors } from './vendor-factors.ts';

describe('factors of vendors', () => {
  const gpt = { provider: 'openai', upstreamModel: 'gpt-4o' };
  const teach = (
    factors: VendorFactors,
    of: { readonly organization: string | undefined; readonly key: string },
    theirs: number,
  ) => {
    for (let one = 0; one < 200; one += 1) factors.observe(gpt, of, { ours: 1_000, theirs });
  };

  it('are taught to no other organization, and to no provider of the same model', () => {
    const factors = new VendorFactors();
    teach(factors, { organization: 'evil', key: 'k' }, 1_900);
    expect(factors.for({ organization: 'evil', key: 'k' }).of(gpt)).toBeCloseTo(1.9, 2);
    expect(factors.for({ organization: 'acme', key: 'k' }).of(gpt)).toBe(1);
    expect(factors.for({ organization: undefined, key: undefined }).of(gpt)).toBe(1);
    const other = { ...gpt, provider: 'evil-openai' };
    expect(factors.for({ organization: 'evil', key: 'k' }).of(other)).toBe(1);
  });

  it('are a key’s own, then what most keys of its organization say, then the platform’s', () => {
    const factors = new VendorFactors();
    const seenBy = (organization: string | undefined, key: string | undefined) =>
      factors.for({ organization, key }).of(gpt);
    teach(factors, { organization: undefined, key: 'admin' }, 1_100);
    expect(seenBy('acme', 'a')).toBeCloseTo(1.1, 2);
    teach(factors, { organization: 'acme', key: 'a' }, 1_200);
    teach(factors, { organization: 'acme', key: 'b' }, 1_300);
    teach(factors, { organization: 'acme', key: 'odd' }, 1_999);
    expect(seenBy('acme', 'a')).toBeCloseTo(1.2, 2);
    expect(seenBy('acme', 'another')).toBeCloseTo(1.3, 2);
    expect(seenBy(undefined, undefined)).toBeCloseTo(1.1, 2);
  });

  it('of one organization have a bound, so that its keys fill no memory', () => {
    const factors = new VendorFactors();
    for (let key = 0; key < 60; key += 1) {
      const of = { organization: 'acme', key: String(key) };
      factors.observe(gpt, of, { ours: 10, theirs: 15 });
    }
    const last = { organization: 'acme', key: '59' };
    const before = factors.for(last).of(gpt);
    factors.observe(gpt, last, { ours: 10, theirs: 15 });
    expect(factors.for(last).of(gpt)).toBe(before);
  });
});
