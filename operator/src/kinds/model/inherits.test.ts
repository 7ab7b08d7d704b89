import { describe, expect, it } from 'vitest';
import { model, object, provider } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const luxury = model('luxury', {
  aliases: ['lux'],
  upstreamModel: 'lux-2026',
  tier: 'premium',
  inputPricePerMillion: 500,
  contextWindow: 8192,
});
const acme = object('Organization', 'acme', {});
const platform = [provider('sim'), luxury, acme];
const own = (spec: object, generation = 1) =>
  model('ours', { organizationId: 'acme', ...spec }, { generation });

const decide = (spec: object, ...others: Parameters<typeof compiled>[0]) => {
  const result = compiled([own(spec), ...platform, ...others]);
  return {
    verdict: verdictOn(result, 'ours'),
    fragment: fragments(result, 'models').find((fragment) => fragment['name'] === 'ours'),
  };
};

describe('an organization’s model at a provider of the platform', () => {
  it.each(['luxury', 'lux', 'lux-2026'])(
    'that names the platform’s model "%s" has its upstream, prices and tier',
    (upstreamModel) => {
      const { verdict, fragment } = decide({ upstreamModel });
      expect(verdict.reason).toBe('Accepted');
      expect(fragment).toMatchObject({
        id: 'ours',
        inherits: 'luxury',
        upstreamModel: 'lux-2026',
        tier: 'premium',
        prices: { input: '500000000000' },
      });
      expect(fragment?.['priceVersion']).toMatch(/^luxury@/);
    },
  );

  it('has the limits of the platform’s model, since what is billed depends on them', () => {
    const { fragment } = decide({ upstreamModel: 'luxury', contextWindow: 1 });
    expect(fragment?.['limits']).toEqual({ contextWindow: 8192 });
  });

  it('that names none of the platform’s models is left out', () => {
    for (const upstreamModel of [undefined, 'gpt-secret']) {
      const { verdict, fragment } = decide({ upstreamModel });
      expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', standing: 'left_out' });
      expect(verdict.message).toContain(`no model "${upstreamModel ?? 'ours'}"`);
      expect(fragment).toBeUndefined();
    }
  });

  it('cannot name what the platform serves at another provider, or takes out of service', () => {
    const elsewhere = model('far', { provider: 'other' });
    expect(decide({ upstreamModel: 'far' }, provider('other'), elsewhere).verdict.reason).toBe(
      'ReferenceNotFound',
    );
    const off = model('off', { isActive: false });
    expect(decide({ upstreamModel: 'off' }, off).verdict.reason).toBe('ReferenceNotFound');
  });

  it('has to name the model where several are called so upstream', () => {
    const cheap = model('cheap', { upstreamModel: 'lux-2026' });
    expect(decide({ upstreamModel: 'lux-2026' }, cheap).verdict.reason).toBe('ReferenceNotFound');
    expect(decide({ upstreamModel: 'cheap' }, cheap).fragment?.['inherits']).toBe('cheap');
  });

  it('cannot set prices or a tier of its own', () => {
    const { verdict, fragment } = decide({
      upstreamModel: 'luxury',
      inputPricePerMillion: 0,
      tier: 'free',
    });
    expect(verdict).toMatchObject({ reason: 'Invalid', standing: 'left_out' });
    expect(verdict.message).toMatch(/^inputPricePerMillion, tier: /);
    expect(fragment).toBeUndefined();
  });

  it('stays in its last good form at the platform’s prices of today', () => {
    const before = compiled([own({ upstreamModel: 'luxury' }), ...platform]);
    const dearer = model('luxury', { upstreamModel: 'lux-2027', inputPricePerMillion: 900 });
    const edited = own({ upstreamModel: 'luxury', weight: 'heavy' }, 2);
    const now = compiled([edited, provider('sim'), acme, dearer], { previous: after(before) });
    expect(fragments(now, 'models')).toMatchObject([
      { id: 'luxury' },
      { id: 'ours', upstreamModel: 'lux-2027', prices: { input: '900000000000' } },
    ]);
    const gone = compiled([edited, provider('sim'), acme], { previous: after(before) });
    expect(fragments(gone, 'models')).toEqual([]);
  });

  it('that was stored by an earlier version without what it inherits is not kept', () => {
    const [old] = fragments(compiled([model('ours'), provider('sim')]), 'models');
    const previous = {
      refused: new Map(),
      lastGood: () => ({ ...old, organization: 'acme', upstreamModel: 'lux-2026' }),
    };
    const edited = own({ upstreamModel: 'luxury', weight: 'heavy' }, 2);
    const ids = fragments(compiled([edited, ...platform], { previous }), 'models').map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['luxury']);
  });
});
