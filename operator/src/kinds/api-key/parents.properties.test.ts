import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Compiled } from '../../compile/types.ts';
import { apiKey } from '../../testing/builders.ts';
import { after, bindingsOf, compiled, keys, type CompileOptions } from '../../testing/compiled.ts';
import type { SourceObject } from '../source-object.ts';

const NAMES = ['a', 'b', 'c'];
const name = fc.constantFrom(...NAMES);

/** What happens: a key is made (anew) by hand, by Git with a maker, or by another key through the API; one goes; everything is restored. */
const change = fc.oneof(
  fc.record({ type: fc.constant('make' as const), name, by: fc.option(name), isApi: fc.boolean() }),
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
  ...{ isSeen: true, isWritten },
});
/** What a restored status records is of another object, and the committed snapshot of this one. */
const MAKER_OF_A_RESTORED_KEY = [
  { ...make('a', 'c', false), isSeen: false },
  make('c', null, true),
  {
    change: { type: 'restore' as const, withStatus: true },
    ...{ isSeen: true, isWritten: false },
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
