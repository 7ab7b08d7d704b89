import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';
import { nanoUsd } from './nano-usd.ts';

const sim = provider('sim');
const decide = (object: ReturnType<typeof model>, ...others: Parameters<typeof compiled>[0]) => {
  const result = compiled([object, ...others]);
  return {
    verdict: verdictOn(result, object.name),
    fragment: fragments(result, 'models').find((fragment) => fragment['name'] === object.name),
  };
};

describe('a model', () => {
  it('is called by its own id upstream where nothing else is said', () => {
    expect(decide(model('m'), sim).fragment).toMatchObject({
      id: 'm',
      upstreamModel: 'm',
      created: Date.UTC(2026, 0, 1) / 1000,
      weight: 1,
      mode: 'chat',
    });
    expect(decide(model('m', { upstreamModel: 'x' }), sim).fragment?.['upstreamModel']).toBe('x');
  });

  it('of a provider that is not served is not enforced', () => {
    const spec = { provider: 'claude' };
    const { verdict, fragment } = decide(
      model('m', spec),
      provider('claude', { type: 'anthropic' }),
    );
    expect(verdict.notEnforced).toBe(
      'its provider is of a type that is not served, see Provider/claude',
    );
    expect(fragment).toBeUndefined();
  });

  it('of a provider that cannot be used waits for that', () => {
    const broken = provider('sim', { type: 'openai', baseUrl: 'http://[' });
    expect(decide(model('m'), broken).verdict).toMatchObject({
      reason: 'ReferenceNotFound',
      message: 'provider "sim" cannot be used as it is, see Provider/sim',
    });
  });

  it('uses the providers of its own organization, and of no other', () => {
    const of = (organizationId: string | undefined, providerOf: string | undefined) =>
      decide(
        model('m', organizationId ? { organizationId } : {}),
        provider('sim', providerOf ? { organizationId: providerOf } : {}),
        object('Organization', 'acme', {}),
      ).verdict.reason;
    expect(of('acme', 'acme')).toBe('Accepted');
    expect(of('acme', 'umbrella')).toBe('ReferenceNotFound');
    expect(of(undefined, 'umbrella')).toBe('ReferenceNotFound');
  });

  it('has the fallbacks that exist, by id, and names those that do not', () => {
    const group = policy('g', {
      policyType: 'model_group',
      config: { alias: 'both', models: ['other'] },
    });
    const spec = { fallbacks: ['nowhere', 'alias', 'both', 'off'] };
    const { verdict, fragment } = decide(
      model('m', spec),
      model('other', { aliases: ['alias'] }),
      model('off', { isActive: false }),
      group,
      sim,
    );
    expect(fragment?.['fallbacks']).toEqual(['other', 'both']);
    expect(verdict).toMatchObject({
      reason: 'ReferenceNotFound',
      standing: 'current',
      message:
        'fallbacks: "nowhere" does not exist: create a Model with this id or alias, or take it out; ' +
        'fallbacks: "off" is not served now, see Model/off; it is skipped until then',
    });
  });

  it('has another price version only when a price changes', () => {
    const version = (spec: object, generation: number) =>
      decide(model('m', spec, { generation }), sim).fragment?.['priceVersion'];
    const first = version({ inputPricePerMillion: '0.15' }, 1);
    expect(version({ inputPricePerMillion: '0.150', tier: 'x' }, 2)).toBe(first);
    expect(version({ inputPricePerMillion: '0.16' }, 2)).not.toBe(first);
  });
});

describe('a price', () => {
  it.each([
    [500, '500000000000'],
    ['0.15', '150000000'],
    ['0.000000001', '1'],
    [0, '0'],
    ['1000000000', '1000000000000000000'],
  ])('of %s USD is %s nano-USD', (amount, expected) => {
    expect(nanoUsd(amount)).toBe(expected);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (nano) => {
        const whole = nano / 1_000_000_000n;
        const decimals = (nano % 1_000_000_000n).toString().padStart(9, '0');
        expect(nanoUsd(`${whole}.${decimals}`)).toBe(nano.toString());
      }),
    );
  });
});
