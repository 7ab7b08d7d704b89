import { describe, expect, it } from 'vitest';
import { apiKey, controlPlane, model, object, provider, secret } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const guardrail = (spec: object = {}, generation = 1) =>
  object('Guardrail', 'guard', spec, { generation });

const organization = (name: string) => object('Organization', name, {});

const detector = (name: string, spec: object = {}) =>
  object('Detector', name, {
    detectorType: 'keyword',
    config: { patterns: [{ pattern: name, action: 'block' }] },
    ...spec,
  });

const ref = { name: 's', key: 'k' };
const external = { type: 'http', url: 'https://judge.example.com/v1', secretRef: ref };
const token = secret('s', { k: 'of-the-judge' });

const the = (result: ReturnType<typeof compiled>) => fragments(result, 'guardrails')[0];

describe('a Guardrail', () => {
  it('is told with all that it looks for, in one order', () => {
    const result = compiled([
      guardrail({
        detectors: ['b', 'a'],
        blockedKeywords: ['Project Apollo', ' '],
        enablePromptInjection: true,
        enableSecretsDetection: true,
        secretsAction: 'flag',
        enablePiiDetection: true,
        piiEntities: ['CREDIT_CARD'],
      }),
      detector('a'),
      detector('b'),
    ]);
    expect(the(result)).toMatchObject({
      id: 'guard',
      mode: 'block',
      stages: ['input', 'output'],
      restore: false,
      unscannable: 'allow',
      onFail: 'block',
      detectors: [
        { id: 'pii', action: 'redact', patterns: [{ pattern: 'CREDIT_CARD', action: 'redact' }] },
        { id: 'secrets', action: 'flag' },
        { id: 'injection', action: 'block' },
        { id: 'keywords', patterns: [{ pattern: 'Project Apollo', label: 'BLOCKED_KEYWORD' }] },
        { id: 'b' },
        { id: 'a' },
      ],
    });
  });

  it('is left out while it is off, and while it looks for nothing, and says so', () => {
    const off = compiled([guardrail({ enablePiiDetection: true, isActive: false })]);
    expect(fragments(off, 'guardrails')).toEqual([]);
    expect(verdictOn(off, 'guard')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(verdictOn(off, 'guard').message).toContain('inactive');
    const idle = compiled([guardrail()]);
    expect(fragments(idle, 'guardrails')).toEqual([]);
    expect(verdictOn(idle, 'guard')).toMatchObject({
      reason: 'Accepted',
      inEffect: 'not_enforced',
    });
    for (const said of [verdictOn(idle, 'guard').message, verdictOn(idle, 'guard').notEnforced]) {
      expect(said).toContain('it looks for nothing, and is left out');
    }
    expect(fragments(compiled([guardrail({ unscannable: 'block' })]), 'guardrails')).toHaveLength(
      1,
    );
  });

  it('says while guardrails are switched off, and the settings tell the gateway', () => {
    const result = compiled([
      controlPlane({ features: { guardrails: false } }),
      guardrail({ enablePiiDetection: true }),
    ]);
    expect(verdictOn(result, 'guard').unenforced).toContain('features.guardrails');
    expect(fragments(result, 'settings')).toMatchObject([{ features: { guardrails: false } }]);
    const on = compiled([controlPlane(), guardrail({ enablePiiDetection: true })]);
    expect(verdictOn(on, 'guard').unenforced).toBeUndefined();
    const features = { guardrails: true, semanticCache: false };
    expect(fragments(on, 'settings')).toMatchObject([{ features }]);
  });

  it('has its judge’s token in a section of its own', () => {
    const toxic = { external, enableToxicity: true, toxicityThreshold: '0.7' };
    const result = compiled([guardrail(toxic)], { secrets: [token] });
    expect(the(result)?.['judge']).toEqual({
      type: 'http',
      url: 'https://judge.example.com/v1',
      credential: 'set',
      timeoutMs: 2000,
      piiAction: 'redact',
      toxicityThreshold: 0.7,
    });
    expect(fragments(result, 'judge-credentials')).toMatchObject([
      { guardrail: 'guard', token: 'of-the-judge' },
    ]);
    expect(JSON.stringify(fragments(result, 'guardrails'))).not.toContain('of-the-judge');
  });

  it('acts with a judge that cannot be asked where the Secret is missing', () => {
    const result = compiled([guardrail({ external })]);
    expect(verdictOn(result, 'guard').reason).toBe('SecretNotFound');
    expect(the(result)?.['judge']).toMatchObject({ credential: 'missing' });
  });

  it.each([
    [{ enableToxicity: true }, 'toxic language is found by a judge alone'],
    [{ enableToxicity: true, external: { ...external, type: 'presidio' } }, 'spec.enableToxicity'],
    [{ piiEntities: ['CREDIT_CARD', 'SHOE_SIZE'] }, 'spec.piiEntities.1'],
    [{ blockedKeywords: ['\u200b'] }, 'spec.blockedKeywords.0'],
    [{ external: { type: 'http', url: 'http://169.254.169.254/' } }, 'spec.external.url'],
  ])('%j is Invalid, and what is left of it acts', (spec, words) => {
    const result = compiled([guardrail({ enablePiiDetection: true, ...spec })], {
      secrets: [token],
    });
    expect(verdictOn(result, 'guard').reason).toBe('Invalid');
    expect(verdictOn(result, 'guard').message).toContain(words);
    expect(the(result)?.['detectors']).toMatchObject([{ id: 'pii' }]);
  });

  it('looks for all personal data where it knows none of what it names', () => {
    const spec = { enablePiiDetection: true, piiEntities: ['SHOE_SIZE'], piiAction: 'block' };
    expect(the(compiled([guardrail(spec)]))?.['detectors']).toEqual([
      { id: 'pii', type: 'pii', action: 'block' },
    ]);
  });

  it('acts on what it names and on no more, also where some of that does not exist', () => {
    const objects = [provider('sim'), model('fast', { aliases: ['quick'] }), apiKey('k')];
    const appliesTo = { models: ['quick', 'gone', 'x-*'], teams: ['lost'], keys: ['k'] };
    const spec = { enablePiiDetection: true, appliesTo, detectors: ['away'] };
    const result = compiled([...objects, guardrail(spec)]);
    const { reason, message } = verdictOn(result, 'guard');
    expect(reason).toBe('ReferenceNotFound');
    for (const words of ['Detector "away"', 'Team "lost"', '"gone"']) {
      expect(message).toContain(words);
    }
    expect(the(result)).toMatchObject({
      appliesTo: { models: ['fast', 'gone', 'x-*'], teams: ['lost'], keys: ['k'] },
      detectors: [{ id: 'pii' }],
    });
    const all = { enablePiiDetection: true, appliesTo: { models: [], teams: [] } };
    expect(the(compiled([guardrail(all)]))).not.toHaveProperty('appliesTo');
  });

  it('names its own Detectors and the platform’s: another organization’s is as one that is not there', () => {
    const spec = { organizationId: 'acme', detectors: ['shared', 'own', 'theirs'] };
    const result = compiled([
      organization('acme'),
      organization('rival'),
      detector('shared'),
      detector('own', { organizationId: 'acme' }),
      detector('theirs', { organizationId: 'rival' }),
      guardrail(spec),
    ]);
    expect(the(result)).toMatchObject({
      organization: 'acme',
      detectors: [{ id: 'shared' }, { id: 'own' }],
      lacksDetectors: true,
    });
    expect(JSON.stringify(the(result))).not.toContain('theirs');
    const { reason, message } = verdictOn(result, 'guard');
    expect(reason).toBe('ReferenceNotFound');
    expect(message).toContain(
      'detectors: Detector "theirs" does not exist in Organization "acme": create it there, or name another',
    );
  });

  it.each([
    [{}, 'all that it looks at is refused'],
    [{ onFail: 'allow' }, 'what the rest of it lets pass goes on'],
    [{ mode: 'monitor' }, 'goes on to do nothing'],
  ])('of which no Detector is there is told as what cannot judge: %j', (spec, words) => {
    const result = compiled([guardrail({ detectors: ['away'], ...spec })]);
    expect(the(result)).toMatchObject({ detectors: [], lacksDetectors: true, ...spec });
    const { reason, message, inEffect, unenforced } = verdictOn(result, 'guard');
    expect([reason, inEffect]).toEqual(['ReferenceNotFound', 'current']);
    for (const said of [message, unenforced]) {
      expect(said).toContain('"away"');
      expect(said).toContain(words);
    }
    // It closes: nothing passes for that, and nobody has to be woken.
    expect(result.degraded).toEqual([]);
    const healed = compiled([guardrail({ detectors: ['away'], ...spec }), detector('away')]);
    expect(the(healed)).not.toHaveProperty('lacksDetectors');
    expect(verdictOn(healed, 'guard')).toMatchObject({ reason: 'Accepted', unenforced: undefined });
  });

  it('whose Detector was deleted is as one whose Detector never was, and heals when it comes back', () => {
    const named = guardrail({ detectors: ['away', 'stays'] });
    const before = compiled([named, detector('away'), detector('stays')]);
    const deleted = compiled([named, detector('stays')], { previous: after(before) });
    expect(the(deleted)).toMatchObject({ detectors: [{ id: 'stays' }], lacksDetectors: true });
    const back = compiled([named, detector('away'), detector('stays')], {
      previous: after(deleted),
    });
    expect(the(back)).toEqual(the(before));
  });

  it('that is switched off says nothing of requests that are refused', () => {
    const result = compiled([guardrail({ detectors: ['away'], isActive: false })]);
    expect(verdictOn(result, 'guard').message).not.toContain('refused');
    expect(fragments(result, 'guardrails')).toEqual([]);
  });

  it('acts for no organization that was made anew under its name', () => {
    const own = guardrail({ organizationId: 'acme', enablePiiDetection: true });
    const before = compiled([organization('acme'), own]);
    const bindings = new Map(
      [...before.verdicts].map(([uid, { owner, parent }]) => [uid, { owner, parent }] as const),
    );
    const anew = object('Organization', 'acme', {}, { uid: 'another', age: 9 });
    const now = compiled([anew, own], { bindings, previous: after(before) });
    expect(fragments(now, 'guardrails')).toEqual([]);
    expect(verdictOn(now, 'guard').reason).toBe('OwnerMismatch');
  });

  it('that cannot be read any more acts as it did, with the token that it names today', () => {
    const options = { secrets: [token] };
    const before = compiled([guardrail({ external, enablePiiDetection: true })], options);
    const previous = after(before);
    const broken = { external, enablePiiDetection: 'maybe' };
    const kept = compiled([guardrail(broken, 2)], { ...options, previous });
    expect(verdictOn(kept, 'guard')).toMatchObject({ reason: 'Invalid', inEffect: 'kept' });
    expect(the(kept)).toEqual(the(before));
    expect(fragments(kept, 'judge-credentials')).toMatchObject([{ token: 'of-the-judge' }]);
    const without = compiled([guardrail(broken, 2)], { previous });
    expect(the(without)?.['judge']).toMatchObject({ credential: 'missing' });
    expect(fragments(without, 'judge-credentials')).toEqual([]);
  });

  it('that cannot be read at all and may stop something marks the snapshot as degraded', () => {
    expect(compiled([guardrail({ stages: 'all' })]).degraded).not.toEqual([]);
    expect(compiled([guardrail({ stages: 'all', mode: 'monitor' })]).degraded).toEqual([]);
  });
});
