import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bindings } from '../kinds/ownership/resolve-owners.ts';
import { labelOf, type SourceObject } from '../kinds/kit/source-object.ts';
import type { SecretView } from '../kinds/kit/lookup.ts';
import { digestsOf } from '../snapshot/commit/committed-index.ts';
import {
  EMPTY_INDEX,
  type RejectedFragment,
  type SnapshotIndex,
} from '../snapshot/commit/index-object.ts';
import { nextIndex } from '../snapshot/commit/next-index.ts';
import { previousOf } from '../snapshot/commit/previous.ts';
import { SectionStore } from '../snapshot/commit/section-store.ts';
import { plausible, wild } from '../testing/arbitraries.ts';
import { apiKey, model, object, policy, provider, secret } from '../testing/builders.ts';
import { createCompiler } from './compile.ts';
import { CompileMemory } from './memory.ts';
import type { Compiled } from './types.ts';

/** A namespace that changes, with the compiler that follows it and what it commits. */
class Namespace {
  readonly memory = new CompileMemory();
  private readonly follow = createCompiler(this.memory);
  private readonly objects = new Map<string, SourceObject>();
  private readonly secrets = new Map<string, SecretView>();
  private readonly bindings = new Map<string, Bindings>();
  private readonly store = new SectionStore();
  private index: SnapshotIndex = EMPTY_INDEX;
  private refused: readonly RejectedFragment[] = [];
  private uids = 0;

  put(made: SourceObject): void {
    const known = this.objects.get(labelOf(made));
    this.uids += 1;
    const { uid, created, generation } = known ?? {
      uid: `uid-${this.uids}`,
      created: made.created,
      generation: 0,
    };
    this.objects.set(labelOf(made), { ...made, uid, created, generation: generation + 1 });
  }

  take(place: number): void {
    const key = [...this.objects.keys()][place];
    if (key !== undefined) this.objects.delete(key);
  }

  putSecret(made: SecretView | undefined): void {
    if (made) this.secrets.set(made.name, made);
    else this.secrets.clear();
  }

  /** A replica could not use what stands in a section. */
  refuse(place: number): void {
    const models = [...this.objects.values()].filter(({ kind }) => kind === 'Model');
    const source = models[place % Math.max(models.length, 1)];
    if (!source) return;
    const { uid, generation } = source;
    const fragment = { uid, generation, section: 'models', message: 'no', by: 'gateway 1' };
    this.refused = [...this.refused, fragment];
  }

  /** Another operator recorded in the status of an object that it is of another organization. */
  bindElsewhere(place: number): void {
    const source = [...this.objects.values()][place];
    if (!source) return;
    const { uid: objectUid } = source;
    const owner = { objectUid, organization: 'acme', organizationUid: `elsewhere-${place}` };
    this.bindings.set(objectUid, { owner });
  }

  forgetRefusals(): void {
    this.refused = [];
  }

  compile(compile = this.follow): Compiled {
    return compile(
      {
        objects: this.objects.values(),
        bindings: this.bindings,
        secret: (name) => this.secrets.get(name),
        isTimeZone: (zone) => zone === 'UTC',
      },
      previousOf(this.index, this.refused, this.store),
    );
  }

  /** By a compiler that remembers nothing. */
  compileAfresh(): Compiled {
    return this.compile(createCompiler());
  }

  bind({ verdicts }: Compiled): void {
    for (const [uid, { owner, parent }] of verdicts) this.bindings.set(uid, { owner, parent });
  }

  commit(compiled: Compiled): void {
    const next = nextIndex({
      index: this.index,
      digests: digestsOf(compiled, this.store),
      degraded: compiled.degraded,
      refused: this.refused,
      defaults: [],
      pin: undefined,
      furthest: undefined,
      term: 1,
      now: '2026-01-01T00:00:00Z',
    });
    this.index = next ?? this.index;
  }
}

type Step = (namespace: Namespace) => void;

const organization = fc
  .constantFrom('acme', 'umbrella')
  .map((name) => object('Organization', name, {}));
const secrets = fc.constantFrom(secret('a', { k: 'one' }), secret('a', { k: 'two' }), undefined);
const put = fc
  .oneof({ arbitrary: plausible, weight: 6 }, { arbitrary: organization, weight: 2 }, wild)
  .map(
    (made): Step =>
      (namespace) =>
        namespace.put(made),
  );
const keyName = fc.constantFrom('k1', 'k2', 'k3');
/** Keys that keys made. */
const derivedKey = fc
  .record({ name: keyName, key: keyName, blocked: fc.boolean() })
  .map(({ name, key, blocked }): Step => {
    const made = apiKey(name, { blocked, createdBy: { key } });
    return (namespace) => namespace.put(made);
  });
/** A step for the object at some place. */
const at = (take: (namespace: Namespace, place: number) => void): fc.Arbitrary<Step> =>
  fc.nat(20).map(
    (place): Step =>
      (namespace) =>
        take(namespace, place),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: put, weight: 12 },
  { arbitrary: derivedKey, weight: 3 },
  { arbitrary: at((namespace, place) => namespace.take(place)), weight: 4 },
  at((namespace, place) => namespace.bindElsewhere(place)),
  secrets.map(
    (made): Step =>
      (namespace) =>
        namespace.putSecret(made),
  ),
  at((namespace, place) => namespace.refuse(place)),
  fc.constant<Step>((namespace) => namespace.forgetRefusals()),
);

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
      fc.property(rounds, (history) => {
        const namespace = new Namespace();
        for (const { steps, isCommitted, isBound } of history) {
          for (const take of steps) take(namespace);
          const afresh = namespace.compileAfresh();
          const compiled = namespace.compile();
          expect(compiled.sections).toEqual(afresh.sections);
          expect(compiled).toEqual(afresh);
          if (isBound) namespace.bind(compiled);
          if (isCommitted) namespace.commit(compiled);
        }
      }),
      { numRuns: 300 },
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
    expect(compiled).not.toEqual(before);
    expect(compiled).toEqual(namespace.compileAfresh());
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
