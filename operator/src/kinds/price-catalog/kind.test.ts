import { describe, expect, it } from 'vitest';
import { createCompiler } from '../../compile/compile.ts';
import { NOTHING_BEFORE } from '../../compile/types.ts';
import type { SourceObject } from '../kit/source-object.ts';
import { model, object, provider } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';
import { isLike } from '@aicp/contracts/prices/layers/catalog-layer';

const catalog = (name: string, spec: object, generation = 1): SourceObject =>
  object('PriceCatalog', name, spec, { generation });
const entry = (input: number, more: object = {}) => ({
  model: 'gpt-4o',
  inputPricePerMillion: input,
  outputPricePerMillion: 4 * input,
  ...more,
});
const openai = provider('openai', { type: 'openai' });
const gpt = model('gpt-4o', { provider: 'openai' });
const acme = object('Organization', 'acme', {});

const priceIn = (result: ReturnType<typeof compiled>, name: string): unknown =>
  fragments(result, 'models').find((one) => one['name'] === name)?.['prices'];
const priceOf = (name: string, ...objects: SourceObject[]): unknown =>
  priceIn(compiled(objects), name);
const plain = (usd: number) => ({
  input: `${usd}000000000`,
  output: `${4 * usd}000000000`,
});
/** What OpenAI takes off for batches holds for these too. */
const input = (usd: number) => ({ ...plain(usd), batchDiscount: '50000000000' });

describe('the price of a model', () => {
  it('is the bundled one, under the platform’s catalogs, under the model’s own', () => {
    const own = model('own', {
      ...{ provider: 'openai', upstreamModel: 'gpt-4o' },
      ...{ inputPricePerMillion: 9, outputPricePerMillion: 36 },
    });
    expect(priceOf('gpt-4o', openai, gpt)).toMatchObject({ input: '2500000000' });
    const ours = catalog('ours', { prices: [entry(2)] });
    expect(priceOf('gpt-4o', openai, gpt, ours)).toEqual(input(2));
    expect(priceOf('own', openai, own, ours)).toEqual(input(9));
  });

  it('is that of the catalog with the highest priority, of equals the first by name', () => {
    const catalogs = [
      catalog('b', { prices: [entry(2)] }),
      catalog('a', { prices: [entry(1)] }),
      catalog('c', { prices: [entry(3)], priority: -1 }),
    ];
    expect(priceOf('gpt-4o', openai, gpt, ...catalogs)).toEqual(input(1));
    const high = catalog('z', { prices: [entry(8)], priority: 1 });
    expect(priceOf('gpt-4o', openai, gpt, ...catalogs, high)).toEqual(input(8));
  });

  it('is that of the entry that says most exactly what it is for', () => {
    const prices = [
      entry(5, { model: 'gpt-4o', provider: 'openai' }),
      entry(4, { model: '*', provider: 'openai' }),
      entry(3),
      entry(2, { model: 'gpt-*' }),
      entry(1, { model: '*' }),
    ];
    const of = (from: number) =>
      priceOf('gpt-4o', openai, gpt, catalog('c', { prices: prices.slice(from) }));
    expect([0, 1, 2, 3, 4].map(of)).toEqual([5, 4, 3, 2, 1].map(input));
  });

  it('is that of an entry for the vendor at the provider’s address, whatever the provider’s name and type', () => {
    const google = 'https://generativelanguage.googleapis.com/v1beta/openai';
    const mine = provider('mine', { type: 'openai_compatible', baseUrl: google });
    const gemini = model('gemini', { provider: 'mine', upstreamModel: 'gemini-2.5-pro' });
    const of = (vendor: string) => {
      const prices = [entry(7, { model: 'gemini-2.5-pro', provider: vendor })];
      return priceOf('gemini', mine, gemini, catalog('c', { prices }));
    };
    expect(of('google')).toEqual(plain(7));
    expect(of('groq')).toMatchObject({ input: '1250000000' });
    const discounts = [{ provider: 'google', discountPercent: 20 }];
    const less = priceOf('gemini', mine, gemini, catalog('c', { discounts }));
    expect(less).toMatchObject({ input: '1000000000' });
  });

  it('has a discount by type of provider, unless the same catalog prices it', () => {
    const discounts = [{ provider: 'openai', discountPercent: 20 }];
    const less = priceOf('gpt-4o', openai, gpt, catalog('c', { discounts }));
    expect(less).toMatchObject({ input: '2000000000', output: '8000000000' });
    const both = catalog('c', { discounts, prices: [entry(3)] });
    expect(priceOf('gpt-4o', openai, gpt, both)).toEqual(input(3));
  });

  it('begins and ends at its dates, without being compiled anew', () => {
    const prices = [entry(2, { effectiveFrom: '2027-01-01', effectiveUntil: '2027-02-01' })];
    const [fragment] = fragments(compiled([openai, gpt, catalog('c', { prices })]), 'models');
    expect(fragment).toMatchObject({
      prices: { input: '2500000000' },
      priceChanges: [
        { at: '2027-01-01T00:00:00.000Z', prices: input(2) },
        { at: '2027-02-01T00:00:00.000Z', prices: { input: '2500000000' } },
      ],
    });
  });
});

describe('what is known of when prices were written', () => {
  const written = (spec: object, generation: number, at: string) =>
    object('PriceCatalog', 'c', spec, { generation, written: at });
  const sourcesIn = (result: ReturnType<typeof compiled>) =>
    fragments(result, 'models').find((one) => one['name'] === 'gpt-4o')?.['priceSources'];

  it('is when the catalog, or the Model, was', () => {
    const own = model(
      'gpt-4o',
      { provider: 'openai', cachedInputPricePerMillion: 1 },
      { written: '2026-03-01T00:00:00Z' },
    );
    const ours = written({ prices: [entry(2)] }, 1, '2026-02-01T00:00:00Z');
    expect(sourcesIn(compiled([openai, own, ours]))).toEqual([
      { layer: 'catalog', name: 'c', written: '2026-02-01T00:00:00Z' },
      { layer: 'model', name: 'gpt-4o', written: '2026-03-01T00:00:00Z' },
    ]);
  });

  it('is that of the last good form, where that stays in use', () => {
    const good = written({ prices: [entry(2)] }, 1, '2026-02-01T00:00:00Z');
    const broken = written({ prices: [{ model: 'gpt-4o' }] }, 2, '2026-02-02T00:00:00Z');
    const first = compiled([openai, gpt, good]);
    const second = compiled([openai, gpt, broken], { previous: after(first) });
    expect(sourcesIn(second)).toMatchObject([{ written: '2026-02-01T00:00:00Z' }]);
  });
});

describe('an organization’s catalog', () => {
  const cheap = catalog('cheap', { organizationId: 'acme', prices: [entry(1)] });
  const ofAcme = { organizationId: 'acme' };

  it('prices what the organization’s own providers serve', () => {
    const own = provider('own', { type: 'openai', ...ofAcme });
    const ours = model('ours', { ...ofAcme, provider: 'own', upstreamModel: 'gpt-4o' });
    const platforms = catalog('platforms', { prices: [entry(2)], priority: 1000 });
    expect(priceOf('ours', own, ours, cheap, platforms, acme)).toEqual(input(1));
    expect(priceOf('ours', own, ours, platforms, acme)).toEqual(input(2));
    const [fragment] = fragments(compiled([own, ours, cheap, acme]), 'models');
    expect(fragment?.['priceSources']).toEqual([
      { layer: 'catalog', name: 'cheap', organization: 'acme' },
    ]);
  });

  it('prices nothing that the platform pays for', () => {
    const ours = model('ours', { ...ofAcme, provider: 'openai', upstreamModel: 'gpt-4o' });
    const result = compiled([openai, gpt, ours, cheap, acme]);
    for (const name of ['gpt-4o', 'ours']) {
      expect(priceIn(result, name)).toMatchObject({ input: '2500000000' });
    }
  });

  it('of an organization that does not exist prices nothing', () => {
    const own = provider('own', { type: 'openai' });
    const result = compiled([own, model('gpt-4o', { provider: 'own' }), cheap]);
    expect(verdictOn(result, 'cheap').reason).toBe('ReferenceNotFound');
    expect(priceIn(result, 'gpt-4o')).toMatchObject({ input: '2500000000' });
  });
});

describe('an edit of a catalog', () => {
  it('changes the prices of the models that it prices, also of those that inherit them', () => {
    const compile = createCompiler();
    const ours = model('ours', {
      ...{ organizationId: 'acme', provider: 'openai', upstreamModel: 'gpt-4o' },
    });
    const others = [openai, gpt, ours, acme];
    const given = (objects: readonly SourceObject[]) => ({
      objects,
      bindings: new Map(),
      secret: () => undefined,
      isTimeZone: () => true,
    });
    const first = catalog('c', { prices: [entry(2)] });
    const second = catalog('c', { prices: [entry(3)] }, 2);
    const before = compile(given([...others, first]), NOTHING_BEFORE);
    const edits = { objects: [{ before: first, after: second }], bound: new Set<string>() };
    const after = compile({ ...given([...others, second]), edits }, NOTHING_BEFORE);
    expect(['gpt-4o', 'ours'].map((name) => priceIn(before, name))).toEqual([input(2), input(2)]);
    expect(['gpt-4o', 'ours'].map((name) => priceIn(after, name))).toEqual([input(3), input(3)]);
    const without = compile(given(others), NOTHING_BEFORE);
    expect(priceIn(without, 'ours')).toMatchObject({ input: '2500000000' });
  });
});

describe('a catalog that cannot be used as it is now', () => {
  const good = catalog('c', { prices: [entry(2)] });
  const unreadable = { prices: [entry(3), { model: 'gpt-4o' }] };
  const backwards = {
    prices: [entry(3, { effectiveFrom: '2027-02-01', effectiveUntil: '2027-01-01' })],
  };
  const bundled = { input: '2500000000' };

  it.each([
    ['of which an entry says no price', unreadable, 'spec.prices.1: an entry needs a price'],
    [
      'of which an entry ends before it begins',
      backwards,
      'spec.prices.0.effectiveUntil: must come after effectiveFrom',
    ],
  ])('%s stays in use in its last good form, and says so', (_, spec, problem) => {
    const first = compiled([openai, gpt, good]);
    const broken = catalog('c', spec, 2);
    let result = compiled([openai, gpt, broken], { previous: after(first) });
    for (let round = 0; round < 2; round += 1) {
      expect(priceIn(result, 'gpt-4o')).toEqual(input(2));
      expect(verdictOn(result, 'c')).toMatchObject({
        reason: 'Invalid',
        inEffect: 'kept',
        message: `${problem}; until then the form of generation 1 stays in use`,
      });
      result = compiled([openai, gpt, broken], { previous: after(result) });
    }
  });

  it('prices nothing where it never was valid, and says so', () => {
    const result = compiled([openai, gpt, catalog('c', backwards)]);
    expect(priceIn(result, 'gpt-4o')).toMatchObject(bundled);
    expect(verdictOn(result, 'c')).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
  });

  it('is in use again in its present form as soon as that is valid', () => {
    const first = compiled([openai, gpt, good]);
    const kept = compiled([openai, gpt, catalog('c', unreadable, 2)], { previous: after(first) });
    const mended = catalog('c', { prices: [entry(5)] }, 3);
    const result = compiled([openai, gpt, mended], { previous: after(kept) });
    expect(priceIn(result, 'gpt-4o')).toEqual(input(5));
    expect(verdictOn(result, 'c')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
  });

  it('prices nothing in a form that was the platform’s once it says that it is an organization’s', () => {
    const own = provider('own', { type: 'openai', organizationId: 'acme' });
    const ours = model('ours', {
      ...{ organizationId: 'acme', provider: 'own', upstreamModel: 'gpt-4o' },
    });
    const all = [openai, gpt, own, ours, acme];
    const first = compiled([...all, good]);
    const moved = catalog('c', { ...unreadable, organizationId: 'acme' }, 2);
    const result = compiled([...all, moved], { previous: after(first) });
    for (const name of ['gpt-4o', 'ours']) expect(priceIn(result, name)).toMatchObject(bundled);
    expect(verdictOn(result, 'c').inEffect).toBe('left_out');
  });

  it('of an organization goes on to price what that one’s own providers serve, and nothing else', () => {
    const own = provider('own', { type: 'openai', organizationId: 'acme' });
    const ours = model('ours', {
      ...{ organizationId: 'acme', provider: 'own', upstreamModel: 'gpt-4o' },
    });
    const all = [openai, gpt, own, ours, acme];
    const first = compiled([...all, catalog('c', { organizationId: 'acme', prices: [entry(2)] })]);
    const broken = catalog('c', { ...unreadable, organizationId: 'acme' }, 2);
    const result = compiled([...all, broken], { previous: after(first) });
    expect(priceIn(result, 'ours')).toEqual(input(2));
    expect(priceIn(result, 'gpt-4o')).toMatchObject(bundled);
  });
});

it.each([
  ['gpt-4o', 'gpt-4o', true],
  ['gpt-4o', 'gpt-4', false],
  ['gpt-4o-mini', 'gpt-4*', true],
  ['gpt-4o-mini', '*mini', true],
  ['gpt-4o-mini', 'g*4*m*i', true],
  ['a', 'a*a', false],
  ['aa', 'a*a', true],
  ['aba', '*b*b*', false],
  ['', '*', true],
])('%j is like %j: %s', (text, pattern, isIt) => {
  expect(isLike(text, pattern)).toBe(isIt);
});
