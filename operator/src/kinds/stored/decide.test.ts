import { kindNamed, kinds } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import type { Lookup } from '../kit/lookup.ts';
import { object } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';
import { declaredKinds } from '../declared-kinds.ts';
import { storedKind } from './stored-kind.ts';

/** A lookup in which the objects of these names exist, and nothing else. */
const having = (...names: readonly string[]): Lookup => ({
  secret: () => undefined,
  named: () => undefined,
  unserved: () => undefined,
  isPlatformName: () => false,
  isAnybodysName: () => false,
  platformModel: () => undefined,
  referred: (_kind, name) =>
    names.includes(name) ? { organization: undefined, isOwned: true } : undefined,
  owner: () => undefined,
  isTimeZone: () => false,
});

/** What is said of an object of a kind, if no service acted on that. */
function said(kind: string, spec: object, lookup: Lookup) {
  const stored = storedKind({ ...kindNamed(kind), enforcedBy: [] });
  const made = object(kind, 'made', spec);
  return stored.decide(made, spec, stored.gather(spec, lookup, made));
}

const guardrail = { detectors: ['d'], appliesTo: { teams: ['ml'], keys: ['k'] } };

describe('an object that no service acts on', () => {
  it('is accepted where all that it names exists', () => {
    expect(said('Guardrail', guardrail, having('d', 'ml', 'k'))).toMatchObject({
      reason: 'Accepted',
      fragments: [],
      notEnforced: 'no service of this version acts on a Guardrail',
    });
  });

  it('says what does not exist', () => {
    const { reason, message, notEnforced } = said('Guardrail', guardrail, having('ml'));
    expect(reason).toBe('ReferenceNotFound');
    expect(notEnforced).toContain('no service');
    for (const text of ['Detector "d"', 'APIKey "k"']) expect(message).toContain(text);
    const ref = { name: 's', key: 'k' };
    const judged = { external: { type: 'http', url: 'https://x.example', secretRef: ref } };
    expect(said('Guardrail', judged, having()).reason).toBe('SecretNotFound');
  });

  it('is Invalid where no schema can say what is wrong, and says where', () => {
    const spec = { detectorType: 'regex', config: { patterns: [{ pattern: '([' }] } };
    const { reason, message } = said('Detector', spec, having());
    expect(reason).toBe('Invalid');
    expect(message).toContain('spec.config.patterns.0.pattern');
  });

  it('is of a kind that nobody enforces: an enforced kind has a declaration of its own', () => {
    const enforced = kinds.filter(({ enforcedBy }) => enforcedBy.length > 0);
    const declared = declaredKinds.map(({ definition }) => definition);
    expect(declared).toEqual(expect.arrayContaining(enforced));
  });
});

it('an object sees nothing of another organization', () => {
  const objects = [
    object('Organization', 'acme', {}),
    object('Organization', 'umbrella', {}),
    object('Team', 'theirs', { organizationId: 'umbrella' }),
    object('Agent', 'made', {
      organizationId: 'acme',
      url: 'https://x.example',
      allowedTeams: ['theirs'],
    }),
  ];
  expect(verdictOn(compiled(objects), 'made').message).toBe(
    'allowedTeams: Team "theirs" does not exist in Organization "acme": create it there, or name another',
  );
});
