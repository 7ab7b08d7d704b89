import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { apiKey, model, object, policy, provider } from '../testing/builders.ts';
import { follow, HISTORIES, Namespace, said, step, type Step } from '../testing/namespace.ts';

/** Several steps between two compilations, and whether what was compiled is committed and bound. */
const rounds = fc.array(
  fc.record({
    steps: fc.array(step, { maxLength: 4 }),
    isCommitted: fc.boolean(),
    isBound: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12, size: 'max' },
);

describe('a compiler that remembers', () => {
  it('says what one says that does not, whatever was added, changed, deleted, refused or committed before', () => {
    fc.assert(
      fc.property(rounds, (history) => follow(new Namespace(), history)),
      { numRuns: HISTORIES },
    );
  });

  /** What replicas, statuses and other keys say of an object without a change of its own. */
  it.each<[string, readonly SourceObject[], Step]>([
    [
      'the key that made a key is blocked',
      [apiKey('maker'), apiKey('made', { createdBy: { key: 'maker' } })],
      (namespace) => namespace.put(apiKey('maker', { blocked: true })),
    ],
    [
      'a replica refuses a model that a policy names',
      [provider('sim'), model('fast'), policy('p')],
      (namespace) => namespace.refuse(0),
    ],
    [
      'a policy that stood before another one stands behind it',
      [
        policy('a', { condition: 'team == ops', priority: 3 }),
        policy('b', { condition: 'team == ops', priority: 2 }),
      ],
      (namespace) => namespace.put(policy('a', { condition: 'team == ops', priority: 1 })),
    ],
    [
      'a status records another organization',
      [object('Organization', 'acme', {}), object('Team', 'ml', { organizationId: 'acme' })],
      (namespace) => namespace.bindElsewhere(1),
    ],
  ])('sees that %s', (_, objects, change) => {
    const namespace = new Namespace();
    for (const one of objects) namespace.put(one);
    const before = namespace.compile();
    namespace.bind(before);
    namespace.commit(before);
    namespace.compile();
    change(namespace);
    const compiled = namespace.compile();
    expect(said(compiled)).not.toEqual(said(before));
    expect(said(compiled)).toEqual(namespace.compileAfresh());
  });

  it.each([
    ['a key', apiKey('key-3', { displayName: 'New', teamId: 'team-3' })],
    ['a model', model('model-3', { tier: 'premium' })],
    ['a policy', policy('policy-3', { priority: 3, condition: 'team == other' })],
    ['a team', object('Team', 'team-3', { displayName: 'New', organizationId: 'acme' })],
    ['a new key', apiKey('key-new', { teamId: 'team-3' })],
  ])('does the same work for %s among 100 objects and among 1,000', (_, change) => {
    const workAmong = (objects: number) => {
      const namespace = new Namespace();
      fill(namespace, objects);
      for (let round = 0; round < 3; round += 1) {
        const compiled = namespace.compile();
        namespace.bind(compiled);
        namespace.commit(compiled);
      }
      const before = { ...namespace.memory.work };
      namespace.put(change);
      const compiled = namespace.compile();
      namespace.commit(compiled);
      namespace.compile();
      const { read, decided, reported } = namespace.memory.work;
      return [read - before.read, decided - before.decided, reported - before.reported];
    };
    expect(workAmong(1_000)).toEqual(workAmong(100));
  });
});

/** Keys of teams of one organization, models and policies. */
function fill(namespace: Namespace, objects: number): void {
  namespace.put(object('Organization', 'acme', {}));
  namespace.put(provider('sim'));
  for (let n = 0; n < objects / 5; n += 1) {
    namespace.put(object('Team', `team-${n}`, { organizationId: 'acme' }));
    namespace.put(model(`model-${n}`));
    namespace.put(policy(`policy-${n}`, { priority: n, targetModels: [`model-${n}`] }));
    namespace.put(apiKey(`key-${n}`, { teamId: `team-${n}` }));
    namespace.put(apiKey(`other-key-${n}`, { organizationId: 'acme' }));
  }
}
