import { withArticle } from '@aicp/crds/kit/with-article';
import { kinds } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { apiKey, model, object, provider } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';
import { declaredKinds } from '../declared-kinds.ts';

const all = [
  provider('sim'),
  model('m'),
  object('Organization', 'acme', {}),
  object('Team', 'ml', {}),
  apiKey('k'),
  object('Detector', 'd', { detectorType: 'keyword', config: { patterns: [{ pattern: 'x' }] } }),
  object('EventSubscription', 'e', {
    eventTypes: ['*'],
    channel: 'email',
    config: { to: ['a@b.c'] },
  }),
];

/** Of each kind: a spec whose references all exist, and what is said where none does. */
const cases: [kind: string, spec: object, missing: string[]][] = [
  [
    'Guardrail',
    { detectors: ['d'], appliesTo: { teams: ['ml'], keys: ['k'], models: ['m', 'x-*'] } },
    ['Detector "d"', 'Team "ml"', 'APIKey "k"', 'appliesTo.models: "m"'],
  ],
];

describe('an object that no service acts on', () => {
  it.each(cases)('%s %j is accepted where all that it names exists', (kind, spec) => {
    const made = object(kind, 'made', spec);
    const result = compiled([...all, model('m2'), made]);
    const { reason, inEffect, notEnforced } = verdictOn(result, 'made');
    expect({ reason, inEffect, notEnforced }).toEqual({
      reason: 'Accepted',
      inEffect: 'not_enforced',
      notEnforced: `no service of this version acts on ${withArticle(kind)}`,
    });
  });

  it.each(cases)('%s %j says what does not exist', (kind, spec, missing) => {
    const verdict = verdictOn(compiled([object(kind, 'made', spec)]), 'made');
    expect(verdict.reason).toMatch(/^(ReferenceNotFound|SecretNotFound)$/);
    expect(verdict.inEffect).toBe('not_enforced');
    for (const text of missing) expect(verdict.message).toContain(text);
  });

  it.each([
    [
      'Detector',
      { detectorType: 'regex', config: { patterns: [{ pattern: '([' }] } },
      'spec.config.patterns.0.pattern',
    ],
  ])('%s %j is Invalid, and says where', (kind, spec, where) => {
    const made = object(kind, 'made', spec);
    const verdict = verdictOn(compiled([...all, model('m2'), made]), 'made');
    expect(verdict).toMatchObject({ reason: 'Invalid', inEffect: 'not_enforced' });
    expect(verdict.message).toContain(where);
  });

  it('sees nothing of another organization', () => {
    const theirs = object('Team', 'theirs', { organizationId: 'umbrella' });
    const agent = object('Agent', 'made', {
      organizationId: 'acme',
      url: 'https://x.example',
      allowedTeams: ['theirs'],
    });
    expect(verdictOn(compiled([...all, theirs, agent]), 'made').message).toBe(
      'allowedTeams: Team "theirs" does not exist in Organization "acme": create it there, or name another',
    );
  });

  it('is of a kind that nobody enforces: an enforced kind has a declaration of its own', () => {
    const enforced = kinds.filter(({ enforcedBy }) => enforcedBy.length > 0);
    expect(new Set(declaredKinds.map(({ definition }) => definition))).toEqual(new Set(enforced));
  });
});
