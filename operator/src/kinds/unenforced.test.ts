import { kindNamed } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { unenforced } from './unenforced.ts';

const of = (kind: string, spec: unknown) => unenforced(kindNamed(kind), spec);

describe('what is said of fields that nobody acts on', () => {
  it('names each that is set, and nothing where none is', () => {
    expect(of('APIKey', { maxBudget: '5.5', budgetDuration: '1d', tpmLimit: 9 })).toBe(
      'stored, and not acted on by this version: spec.maxBudget, spec.budgetDuration, spec.tpmLimit',
    );
    expect(of('APIKey', { allowedModels: ['m'] })).toBeUndefined();
  });

  it('takes a switch for a promise where it is on, by its default too', () => {
    const nobody = { budgetEnforcement: false, guardrails: false };
    expect(of('ControlPlane', { features: nobody })).toBeUndefined();
    expect(of('ControlPlane', {})).toBe(
      'stored, and not acted on by this version: spec.features.budgetEnforcement, spec.features.guardrails',
    );
    expect(of('ControlPlane', { features: { ...nobody, semanticCache: true } })).toContain(
      'spec.features.semanticCache',
    );
  });

  it('takes any other field for a promise where it says something else than its default', () => {
    const features = { budgetEnforcement: false, guardrails: false };
    const of400 = { features, retention: { usageDays: 400 } };
    expect(of('ControlPlane', of400)).toBeUndefined();
    expect(of('ControlPlane', { features, retention: { usageDays: 30 } })).toContain(
      'spec.retention.usageDays',
    );
    expect(of('Team', { metadata: {} })).toBeUndefined();
  });

  it('knows the values that are acted on', () => {
    expect(of('Model', { mode: 'chat' })).toBeUndefined();
    expect(of('Model', { mode: 'embedding' })).toContain('spec.mode');
    expect(of('Provider', { type: 'openai', region: 'eu-1' })).toContain('spec.region');
  });

  it('knows the forms in which a field is acted on', () => {
    const condition = 'team == a';
    const of = (policyType: string) =>
      unenforced(kindNamed('RoutingPolicy'), { policyType, config: { condition } });
    expect(of('fallback')).toBe('stored, and not acted on by this version: spec.config.condition');
    expect(of('conditional')).toBeUndefined();
  });

  it('reads what no schema would take', () => {
    for (const spec of [null, 'x', { features: 7 }, []]) {
      expect(() => of('ControlPlane', spec)).not.toThrow();
    }
  });
});
