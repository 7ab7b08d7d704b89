import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Compiled } from '../../compile/types.ts';
import { apiKey, object, type Extra } from '../../testing/builders.ts';
import {
  after,
  bindingsOf,
  compiled,
  keys,
  type CompileOptions,
  verdictOn,
} from '../../testing/compiled.ts';
import type { SourceObject } from '../kit/source-object.ts';

describe('parents', () => {
  const madeBy = (key: string, uid = `APIKey-${key}`) => ({ createdBy: { key, uid } });

  /** What becomes of the key `child` among other keys. */
  function child(spec: object, others: readonly SourceObject[]) {
    const result = compiled([apiKey('child', spec, { age: 9 }), ...others]);
    return {
      verdict: verdictOn(result, 'child'),
      fragment: keys(result).find((one) => one['id'] === 'child'),
    };
  }

  const parent = (spec: object = {}, extra: Extra = {}) => apiKey('parent', spec, extra);

  describe('a key that a key made', () => {
    it('works while the one that made it does, a rotation of that included', () => {
      expect(child(madeBy('parent'), [parent()]).fragment).toMatchObject({ blocked: false });
      const rotated = parent({ keyHash: 'f'.repeat(64) }, { generation: 2 });
      expect(child(madeBy('parent'), [rotated]).fragment).toMatchObject({ blocked: false });
    });

    it.each([
      ['blocked', [parent({ blocked: true })], 'the key "parent" is blocked'],
      ['deleted', [], 'the key "parent" that made this one is gone'],
      ['of no readable form', [parent({ expiresAt: '2026-02-31T24:99:00Z' })], 'cannot be read'],
    ])('is refused where that is %s, and says so', (_, others, says) => {
      const { verdict, fragment } = child(madeBy('parent'), others);
      expect(fragment).toMatchObject({ blocked: true });
      expect(verdict.message).toContain(says);
    });

    it('is told the name of that one where both are of one organization, and of no other', () => {
      const acme = object('Organization', 'acme', {});
      const message = (by: object, organizationId?: string) =>
        child({ ...madeBy('parent'), organizationId }, [acme, parent({ blocked: true, ...by })])
          .verdict.message;
      const own = { organizationId: 'acme' };
      expect(message(own, 'acme')).toContain('the key "parent" is blocked');
      expect(message(own)).toContain('the key "parent" is blocked');
      expect(message({}, 'acme')).toBe(
        'createdBy: the key that made this one is blocked: this key is refused with it',
      );
      const gone = child({ ...madeBy('parent'), ...own }, [acme]).verdict.message;
      expect(gone).toContain('createdBy: the key that made this one is gone');
      expect(gone).not.toContain('parent');
    });

    it('is refused where that was deleted and made anew, and says so', () => {
      const objects = (uid: string) => [
        apiKey('child', madeBy('parent', 'first')),
        parent({}, { uid }),
      ];
      const first = compiled(objects('first'));
      const bindings = bindingsOf(first);
      expect(verdictOn(first, 'child').parent).toEqual({
        objectUid: 'APIKey-child',
        key: 'parent',
        uid: 'first',
      });
      for (const known of [{ bindings }, { previous: after(first) }]) {
        const second = compiled(objects('another'), known);
        const made = keys(second).find((one) => one['id'] === 'child');
        expect(made).toMatchObject({ blocked: true });
        expect(verdictOn(second, 'child').message).toContain('is not the one that made this key');
      }
    });

    it('is bound anew where the whole installation was restored, whichever comes first', () => {
      const restored = apiKey('child', madeBy('parent', 'of-another-cluster'));
      const owner = { objectUid: 'old' };
      const bindings = new Map([
        [restored.uid, { owner, parent: { objectUid: 'old', key: 'parent', uid: 'old-parent' } }],
      ]);
      const alone = compiled([restored], { bindings });
      expect(keys(alone)).toMatchObject([{ blocked: true }]);
      const both = [restored, parent({}, { uid: 'new' })];
      for (const known of [bindings, bindingsOf(alone), new Map()]) {
        const found = keys(compiled(both, { bindings: known }));
        expect(found.map((one) => one['blocked'])).toEqual([false, false]);
      }
    });

    it('is refused where an earlier version refused it, which recorded no maker', () => {
      const old = apiKey('child', madeBy('parent', 'gone'));
      const bindings = new Map([[old.uid, { owner: { objectUid: old.uid } }]]);
      const found = keys(compiled([old, parent()], { bindings }));
      expect(found.find((one) => one['id'] === 'child')).toMatchObject({ blocked: true });
    });

    it('has tokens of another generation after a block of any key that it comes from', () => {
      const generation = (own: object, above: object) =>
        child({ ...madeBy('parent'), ...own }, [parent(above)]).fragment?.['tokenGeneration'];
      expect(generation({}, {})).toBeUndefined();
      expect(generation({}, { tokenGeneration: 2 })).toBe(2);
      expect(generation({ tokenGeneration: 1 }, { tokenGeneration: 2 })).toBe(3);
    });

    it('is refused with the key that made the one that made it', () => {
      const middle = apiKey('middle', madeBy('parent'));
      const good = child(madeBy('middle'), [parent(), middle]);
      expect(good.fragment).toMatchObject({ blocked: false });
      const bad = child(madeBy('middle'), [parent({ blocked: true }), middle]);
      expect(bad.fragment).toMatchObject({ blocked: true });
    });

    it('ends with it at the latest', () => {
      const expiresAt = '2026-05-01T00:00:00Z';
      const { fragment } = child(madeBy('parent'), [parent({ expiresAt })]);
      expect(fragment?.['hashes']).toMatchObject([{ until: expiresAt }]);
    });

    it('is refused where keys made one another in a ring', () => {
      const ring = [apiKey('a', madeBy('b')), apiKey('b', madeBy('a'))];
      expect(child(madeBy('a'), ring).fragment).toMatchObject({ blocked: true });
    });
  });
});

describe('parents properties', () => {
  const NAMES = ['a', 'b', 'c'];
  const name = fc.constantFrom(...NAMES);

  /** What happens: a key is made (anew) by hand, by Git with a maker, or by another key through the API; one goes; everything is restored. */
  const change = fc.oneof(
    fc.record({
      type: fc.constant('make' as const),
      name,
      by: fc.option(name),
      isApi: fc.boolean(),
    }),
    fc.record({ type: fc.constant('remove' as const), name }),
    fc.record({ type: fc.constant('restore' as const), withStatus: fc.boolean() }),
  );
  const step = fc.record({
    change,
    /** Whether the operator sees the cluster after it, or is down until a later step. */
    isSeen: fc.boolean(),
    /** Whether it wrote the statuses, or was killed before and has the committed snapshot alone; not twice in a row. */
    isWritten: fc.boolean(),
  });
  type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

  interface Key {
    readonly uid: string;
    readonly by: string | undefined;
    /** The uid that the API wrote down. */
    readonly byUid: string | undefined;
  }

  /** Which key made which, in the plainest words: the one of that name that was there when the key was first seen beside one. */
  class Model {
    readonly keys = new Map<string, Key>();
    private readonly makers = new Map<string, string>();
    private made = 0;

    apply(one: Exclude<Change, { type: 'restore' }>): void {
      this.keys.delete(one.name);
      if (one.type === 'remove') return;
      const by = one.by ?? undefined;
      const byUid = one.isApi && by !== undefined ? this.keys.get(by)?.uid : undefined;
      this.keys.set(one.name, { uid: this.newUid(), by, byUid });
    }

    /** Every object has a new uid. By new uid: the old one. */
    restore(): Map<string, string> {
      const before = new Map<string, string>();
      for (const [known, key] of this.keys) {
        const uid = this.newUid();
        before.set(uid, key.uid);
        this.keys.set(known, { ...key, uid });
      }
      return before;
    }

    look(): void {
      for (const { uid, by } of this.keys.values()) {
        const maker = this.keys.get(by ?? '')?.uid;
        if (maker !== undefined && !this.makers.has(uid)) this.makers.set(uid, maker);
      }
    }

    works(known: string, passed: readonly string[] = []): boolean {
      const key = this.keys.get(known);
      if (!key || passed.includes(known)) return false;
      if (key.by === undefined) return true;
      const isBound = this.keys.get(key.by)?.uid === this.makers.get(key.uid);
      return isBound && this.works(key.by, [...passed, known]);
    }

    objects(): SourceObject[] {
      return [...this.keys].map(([known, { uid, by, byUid }]) => {
        const createdBy = by === undefined ? undefined : { key: by, ...(byUid && { uid: byUid }) };
        return apiKey(known, createdBy ? { createdBy } : {}, { uid });
      });
    }

    private newUid(): string {
      this.made += 1;
      return `uid-${this.made}`;
    }
  }

  const make = (name: string, by: string | null, isWritten: boolean) => ({
    change: { type: 'make' as const, name, by, isApi: false },
    isSeen: true,
    isWritten,
  });
  /** What a restored status records is of another object, and the committed snapshot of this one. */
  const MAKER_OF_A_RESTORED_KEY = [
    { ...make('a', 'c', false), isSeen: false },
    make('c', null, true),
    {
      change: { type: 'restore' as const, withStatus: true },
      isSeen: true,
      isWritten: false,
    },
    make('c', null, false),
  ];
  /** The status says that there was no maker yet, and the committed snapshot which one it was then. */
  const MAKER_THAT_CAME_LATER = [
    make('a', 'c', true),
    make('c', null, false),
    make('c', null, false),
  ];

  it('a key that a key made works if and only if the very key that it is bound to does', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const model = new Model();
        let last: Compiled | undefined;
        let wasWritten = true;
        let bindings: NonNullable<CompileOptions['bindings']> = new Map();
        for (const { change: one, isSeen, isWritten } of steps) {
          if (one.type === 'restore') {
            const before = model.restore();
            const old = bindings;
            bindings = new Map(
              [...before].flatMap(([uid, of]) =>
                one.withStatus ? [[uid, old.get(of) ?? {}] as const] : [],
              ),
            );
            last = undefined;
          } else model.apply(one);
          if (!isSeen) continue;
          model.look();
          const previous = last ? { previous: after(last) } : {};
          last = compiled(model.objects(), { bindings, ...previous });
          wasWritten = isWritten || !wasWritten;
          if (wasWritten) bindings = bindingsOf(last);
          expectTheSame(last, model);
        }
      }),
      { numRuns: 1000, examples: [[MAKER_THAT_CAME_LATER], [MAKER_OF_A_RESTORED_KEY]] },
    );
  });

  function expectTheSame(result: Compiled, model: Model): void {
    const found = new Map(keys(result).map((one) => [one['id'], one['blocked'] === false]));
    for (const one of model.keys.keys()) {
      expect([one, found.get(one)]).toEqual([one, model.works(one)]);
    }
  }
});
