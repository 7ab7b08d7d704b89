import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { apiKey, model, object, policy, provider } from '../testing/builders.ts';
import { at, follow, HISTORIES, Namespace, step, type Step } from '../testing/namespace.ts';

const approved = { approvedBy: 'ada', approvedAt: '2026-01-01T00:00:00Z' };
/** Objects that are well, and refer to each other in every way. */
const WELL: readonly SourceObject[] = [
  object('Organization', 'acme', {}),
  object('Organization', 'umbrella', {}),
  object('BusinessUnit', 'unit', { organizationId: 'acme' }),
  object('Team', 'data', { organizationId: 'acme', businessUnitId: 'unit' }),
  object('Team', 'ops', {}),
  provider('sim'),
  provider('theirs', { organizationId: 'acme' }),
  model('fast', { aliases: ['quick'] }),
  model('slow', { fallbacks: ['fast'] }),
  model('own', { organizationId: 'acme', upstreamModel: 'fast', aliases: ['mine'] }),
  policy('group', { policyType: 'model_group', config: { alias: 'g', models: ['fast', 'slow'] } }),
  policy('deny', { action: 'deny', condition: 'team == data', priority: 2 }),
  policy('permit', { condition: 'team == data', priority: 1, organizationId: 'acme' }),
  policy('before', { condition: 'team == ops', priority: 3 }),
  policy('behind', { condition: 'team == ops', priority: 2 }),
  policy('by-money', { condition: 'budget_remaining_usd < 5' }),
  policy('to-group', { action: 'prefer', targetModels: ['g', 'quick'] }),
  apiKey('maker'),
  apiKey('made', { createdBy: { key: 'maker' } }),
  apiKey('in-team', { teamId: 'data' }),
  object('PromptTemplate', 'prompt', { slug: 'p', templateText: 'x', version: 1 }),
  object('PromptVersion', 'v2', { ...approved, prompt: 'prompt', version: 2, templateText: 'y' }),
  object('PromptVersion', 'v3', { ...approved, prompt: 'prompt', version: 3, templateText: 'z' }),
  object('ModelDeprecation', 'old', { modelName: 'slow', replacementModel: 'fast' }),
  object('ControlPlane', 'default', { defaultModel: 'fast' }),
  object('AccessTier', 'premium', { models: ['fast', 'g'], requiresApproval: true }),
  object('AccessTier', 'theirs', {
    organizationId: 'acme',
    models: ['m*'],
    requiresApproval: true,
  }),
  object('AccessGrant', 'to-team', { tierId: 'premium', teamId: 'data' }),
  object('AccessGrant', 'to-key', { tierId: 'theirs', keyId: 'in-team', organizationId: 'acme' }),
];

/** What an edit sets; of each kind, some of it is seen by other objects and some is not. */
const PATCHES: Readonly<Record<string, readonly object[]>> = {
  Organization: [{ displayName: 'A' }, { allowedModels: ['fast'] }],
  BusinessUnit: [{ displayName: 'U' }, { organizationId: 'umbrella' }],
  Team: [{ displayName: 'T' }, { organizationId: 'umbrella' }, { businessUnitId: 'other' }],
  Provider: [{ displayName: 'P' }, { isActive: false }, { organizationId: 'umbrella' }],
  Model: [
    { displayName: 'M' },
    { aliases: ['swift'] },
    { modelId: 'fast' },
    { isActive: false },
    { weight: 7 },
    { inputPricePerMillion: '3' },
    { inputPricePerMillion: '-1' },
    { provider: 'theirs' },
  ],
  RoutingPolicy: [
    { displayName: 'R' },
    { priority: 1 },
    { action: 'prefer' },
    { action: 'deny' },
    { condition: 'team == ops' },
    { condition: 'team ==' },
    { isActive: false },
    { targetModels: ['own'] },
  ],
  APIKey: [
    { displayName: 'K' },
    { blocked: true },
    { keyHash: 'a'.repeat(64) },
    { teamId: 'ops' },
    { maxBudget: 5 },
  ],
  PromptTemplate: [{ displayName: 'T' }, { organizationId: 'acme' }],
  PromptVersion: [{ templateText: 'w' }, { version: 3 }],
  ModelDeprecation: [{ autoReroute: true }, { modelName: 'fast' }],
  AccessTier: [
    { displayName: 'P' },
    { requiresApproval: false },
    { models: ['slow'] },
    { models: 'slow' },
    { maxGrantDurationDays: 3 },
    { modelTiers: ['premium'] },
  ],
  AccessGrant: [{ approvedBy: 'eve' }, { expiresAt: '2027-01-01T00:00:00Z' }, { teamId: 'ops' }],
  ControlPlane: [{ defaultModel: 'g' }, { timeZone: 'Mars' }],
};

/** Sets something of an object, or takes it back to what it was at first. */
const edit: fc.Arbitrary<Step> = fc.constantFrom(...WELL).chain((one) =>
  fc.constantFrom({}, ...(PATCHES[one.kind] ?? [])).map((patch): Step => {
    const spec = { ...(one.spec as object), ...patch };
    return (namespace) => namespace.put({ ...one, spec });
  }),
);
const elsewhere = at((namespace, place) => namespace.bindElsewhere(place));
const restored = at((namespace, place) => namespace.restore(place));
const edits = fc.array(
  fc.record({
    steps: fc.array(fc.oneof({ arbitrary: edit, weight: 40 }, elsewhere, restored, step), {
      maxLength: 2,
    }),
    isCommitted: fc.boolean(),
    isBound: fc.boolean(),
  }),
  { minLength: 6, maxLength: 20, size: 'max' },
);

describe('a settled compilation', () => {
  it('finds nothing wrong with the objects of this test', () => {
    const namespace = new Namespace();
    for (const one of WELL) namespace.put(one);
    const verdicts = [...namespace.compile().verdicts.values()];
    expect(verdicts.filter(({ reason }) => reason !== 'Accepted')).toEqual([]);
  });

  it('says the same of objects that are edited, whether others see the edit or not', () => {
    const seen = { told: 0, used: 0 };
    fc.assert(
      fc.property(edits, (history) => {
        const namespace = new Namespace();
        for (const one of WELL) namespace.put(one);
        follow(namespace, history);
        seen.told += namespace.edits.told;
        seen.used += namespace.edits.used;
      }),
      { numRuns: HISTORIES },
    );
    expect(seen.used).toBeGreaterThan(seen.told / 4);
    expect(seen.used).toBeLessThan((seen.told * 3) / 4);
  });
});
