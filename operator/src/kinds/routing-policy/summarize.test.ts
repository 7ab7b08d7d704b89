import { routingPolicy } from '@aicp/crds/routing-policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarize } from './summarize.ts';

describe('summarize', () => {
  const of = (spec: object) => summarize(routingPolicy.spec.parse(spec));

  describe('the summary of a policy', () => {
    it.each<[object, string]>([
      [{ action: 'prefer', targetModels: ['a', 'b'] }, 'prefer a, b'],
      [{ action: 'deny' }, 'deny any model'],
      [{ action: 'permit', targetModels: [] }, 'permit the model asked for'],
      [{ action: 'deny', targetModels: ['a'], isActive: false }, 'off: deny a'],
      [
        { policyType: 'conditional', config: { action: 'permit', targetModels: ['a'] } },
        'permit a',
      ],
      [
        { policyType: 'fallback', config: { model: 'a', fallbacks: ['b', 'c', 'd', 'e'] } },
        'fallback a → b, c, d +1',
      ],
      [
        { policyType: 'model_group', config: { alias: 'smart', models: ['a', 'b'] } },
        'group smart: a, b',
      ],
      [
        { policyType: 'routing_strategy', config: { strategy: 'least-busy' } },
        'strategy least-busy',
      ],
      [
        { policyType: 'routing_strategy', config: { strategy: 'least-busy', alias: 'smart' } },
        'strategy least-busy of smart',
      ],
    ])('%j is "%s"', (spec, summary) => {
      expect(of(spec).summary).toBe(summary);
    });

    it('says when in either form of a rule, and of no other', () => {
      const condition = 'team == a';
      expect(of({ action: 'deny', condition }).when).toBe(condition);
      const config = { action: 'deny', condition };
      expect(of({ policyType: 'conditional', config }).when).toBe(condition);
      expect(of({ action: 'deny' }).when).toBeUndefined();
      const fallback = { model: 'a', fallbacks: ['b'] };
      expect(of({ policyType: 'fallback', config: fallback }).when).toBeUndefined();
    });

    it('is never wider than a column', () => {
      const name = fc.stringMatching(/^[a-z/é🙂-]{1,90}$/u);
      fc.assert(
        fc.property(fc.array(name, { maxLength: 9 }), name, (targetModels, condition) => {
          const { summary = '', when = '' } = of({ action: 'deny', targetModels, condition });
          expect(Array.from(summary).length).toBeLessThanOrEqual(64);
          expect(Array.from(when).length).toBeLessThanOrEqual(64);
        }),
      );
    });
  });
});
