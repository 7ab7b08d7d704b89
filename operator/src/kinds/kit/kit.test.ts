import { PRICE_REASONS } from '@aicp/crds/reasons/price-reasons';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindNamed } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { controlPlane, model, object, provider } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';
import {
  ACCEPTED_REASONS,
  ENFORCED_REASONS,
  HEALTHY_REASONS,
  PROGRAMMED_REASONS,
  type Meaning,
} from '@aicp/crds/reasons/reasons';
import {
  DELIVERY_REASONS,
  LIMIT_REASONS,
  OVERCOMMITTED_REASONS,
} from '@aicp/crds/reasons/spend-reasons';
import { toSourceObject } from './source-object.ts';
import { unenforced } from './unenforced.ts';

describe('reasons', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../../../docs/reference/conditions.md'),
    'utf8',
  );
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, reason = '', on = '', happened = '', remedy = '']) => ({
      reason: reason.replaceAll('`', ''),
      cells: { on, happened, remedy },
    }));
  const REASONS: readonly [string, Readonly<Record<string, Meaning>>][] = [
    ['Accepted', ACCEPTED_REASONS],
    ['Programmed', PROGRAMMED_REASONS],
    ['Enforced', ENFORCED_REASONS],
    ['Healthy', HEALTHY_REASONS],
    ['PricesKnown', PRICE_REASONS],
    ['NearLimit, Exceeded', LIMIT_REASONS],
    ['Overcommitted', OVERCOMMITTED_REASONS],
    ['UsageDelivered', DELIVERY_REASONS],
  ];

  describe.each(REASONS)('every reason of %s', (on, reasons) => {
    it.each(Object.entries(reasons))(
      '%s is explained in the docs in the same words',
      (name, said) => {
        const row = rows.find(({ reason, cells }) => reason === name && cells.on === on);
        expect(row?.cells).toEqual({ on, ...said });
      },
    );
  });

  it('the docs explain no reason that there is not', () => {
    const known = REASONS.flatMap(([on, reasons]) =>
      Object.keys(reasons).map((reason) => `${on} ${reason}`),
    );
    const types = new Set(REASONS.map(([on]) => on));
    const explained = rows.filter(({ cells }) => types.has(cells.on));
    expect(explained.map(({ reason, cells }) => `${cells.on} ${reason}`).sort()).toEqual(
      known.sort(),
    );
  });
});

describe('when a spec was written', () => {
  const creationTimestamp = '2026-01-01T00:00:00Z';
  const managedFields = [
    { manager: 'kubectl', time: '2026-02-01T00:00:00Z' },
    { manager: 'operator', time: '2026-03-01T00:00:00Z', subresource: 'status' },
  ];
  const writtenIn = (metadata: object) =>
    toSourceObject('Model', { metadata: { name: 'm', creationTimestamp, ...metadata } }).written;

  it('is the object’s creation until its spec is changed, then its last write, that of its status aside', () => {
    expect(writtenIn({ generation: 1, managedFields })).toBe(creationTimestamp);
    expect(writtenIn({ generation: 2, managedFields })).toBe('2026-02-01T00:00:00Z');
    expect(writtenIn({ generation: 2, managedFields: 'odd' })).toBe(creationTimestamp);
  });
});

describe('unenforced', () => {
  const of = (kind: string, spec: unknown) => unenforced(kindNamed(kind), spec);

  describe('what is said of fields that nobody acts on', () => {
    it('names each that is set, and nothing where none is', () => {
      const metadata = { department: 'rd' };
      expect(of('BusinessUnit', { costCenter: '4711', maxBudget: '5.5' })).toBe(
        'stored, and not acted on by this version: spec.costCenter',
      );
      expect(of('Team', { metadata, maxBudget: '5.5', tpmLimit: 9 })).toBe(
        'stored, and not acted on by this version: spec.metadata',
      );
      expect(of('APIKey', { allowedModels: ['m'] })).toBeUndefined();
    });

    it('names one in a list where any item sets it', () => {
      const declared = {
        ...kindNamed('PriceCatalog'),
        notEnforced: [{ field: 'prices[].perImagePrice' }],
      };
      const paid = { model: 'm', inputPricePerMillion: 1 };
      const pictures = { model: 'n', perImagePrice: '0.04' };
      expect(unenforced(declared, { prices: [paid, pictures] })).toBe(
        'stored, and not acted on by this version: spec.prices[].perImagePrice',
      );
      expect(unenforced(declared, { prices: [paid] })).toBeUndefined();
      expect(unenforced(declared, { prices: pictures })).toBeUndefined();
      expect(of('PriceCatalog', { prices: [paid, pictures] })).toBeUndefined();
    });

    it('takes a switch for a promise where it is on, by its default too', () => {
      const declared = {
        ...kindNamed('ControlPlane'),
        notEnforced: [{ field: 'features.guardrails' }],
      };
      expect(unenforced(declared, { features: { guardrails: false } })).toBeUndefined();
      for (const spec of [{}, { features: { guardrails: true } }]) {
        expect(unenforced(declared, spec)).toBe(
          'stored, and not acted on by this version: spec.features.guardrails',
        );
      }
    });

    it('takes any other field for a promise where it says something else than its default', () => {
      const features = { budgetEnforcement: false, guardrails: false };
      expect(of('ControlPlane', { features, requireAuth: true })).toBeUndefined();
      expect(of('Team', { metadata: {} })).toBeUndefined();
      expect(of('Team', { metadata: { floor: '2' } })).toContain('spec.metadata');
    });

    it('knows the values that are acted on', () => {
      const notEnforced = [{ field: 'mode', except: ['chat', 'embedding'] }];
      const kind = { ...kindNamed('Model'), notEnforced };
      expect(unenforced(kind, { mode: 'chat' })).toBeUndefined();
      expect(unenforced(kind, { mode: 'embedding' })).toBeUndefined();
      expect(unenforced(kind, { mode: 'realtime' })).toContain('spec.mode');
      expect(of('Model', { mode: 'image', perImagePrice: '0.04' })).toBeUndefined();
      expect(of('Model', { mode: 'realtime' })).toBeUndefined();
      expect(of('Provider', { type: 'bedrock', region: 'eu-1' })).toBeUndefined();
    });

    it('knows the forms in which a field is acted on', () => {
      const condition = 'team == a';
      const notEnforced = [
        { field: 'config.condition', onlyWith: { field: 'policyType', is: 'conditional' } },
      ];
      const kind = { ...kindNamed('RoutingPolicy'), notEnforced };
      const of = (policyType: string) => unenforced(kind, { policyType, config: { condition } });
      expect(of('fallback')).toBe(
        'stored, and not acted on by this version: spec.config.condition',
      );
      expect(of('conditional')).toBeUndefined();
    });

    it('reads what no schema would take', () => {
      for (const spec of [null, 'x', { features: 7 }, []]) {
        expect(() => of('ControlPlane', spec)).not.toThrow();
      }
    });
  });
});

describe('without owner', () => {
  const acme = object('Organization', 'acme', {});
  const owned = { organizationId: 'acme' };
  const MISSING = 'organizationId: Organization "acme" does not exist: create it, or take it out';

  describe('an object of an organization that does not exist', () => {
    it('acts on nothing, and says what is missing until it comes', () => {
      const objects = [provider('sim', owned), model('m', owned)];
      const alone = compiled(objects);
      expect(verdictOn(alone, 'sim')).toMatchObject({
        reason: 'ReferenceNotFound',
        message: MISSING,
        inEffect: 'left_out',
      });
      expect(verdictOn(alone, 'm').message).toContain(MISSING);
      expect(fragments(alone, 'models')).toEqual([]);
      expect(fragments(alone, 'providers')).toEqual([]);
      const whole = compiled([...objects, acme]);
      expect(verdictOn(whole, 'm').reason).toBe('Accepted');
      expect(fragments(whole, 'models')).toHaveLength(1);
    });

    it('leaves its names to others', () => {
      const theirs = model('m', owned, { age: 0, uid: 'theirs' });
      const result = compiled([provider('sim'), theirs, model('m2', { modelId: 'm' }, { age: 1 })]);
      expect(verdictOn(result, 'm2').reason).toBe('Accepted');
    });

    it('is not kept in its last good form', () => {
      const good = compiled([provider('sim', owned), acme, model('m', owned)]);
      const broken = { ...model('m', owned), generation: 2, spec: { ...owned, modelId: 5 } };
      const kept = compiled([provider('sim', owned), acme, broken], { previous: after(good) });
      expect(fragments(kept, 'models')).toHaveLength(1);
      const gone = compiled([provider('sim', owned), broken], { previous: after(good) });
      expect(fragments(gone, 'models')).toEqual([]);
    });

    it('says it beside what else is missing, and not in the place of what is wrong', () => {
      const lost = model('lost', { ...owned, provider: 'gone' });
      const message = `${MISSING}; provider "gone" does not exist: create it or change spec.provider`;
      expect(verdictOn(compiled([lost]), 'lost').message).toBe(message);
      const wrong = provider('wrong', { ...owned, type: 'openai', baseUrl: 'http://[' });
      expect(verdictOn(compiled([wrong]), 'wrong').reason).toBe('Invalid');
    });

    it('is still one that nobody enforces, where that is so', () => {
      const uncounted = controlPlane({ features: { costTracking: false } });
      const budget = object('Budget', 'b', {
        ...owned,
        entityType: 'organization',
        entityId: 'acme',
        monthlyLimit: 1,
      });
      expect(verdictOn(compiled([uncounted, budget]), 'b')).toMatchObject({
        reason: 'ReferenceNotFound',
        inEffect: 'not_enforced',
      });
    });
  });
});
