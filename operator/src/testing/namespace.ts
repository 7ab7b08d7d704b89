import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createCompiler } from '../compile/compile.ts';
import { CompileMemory } from '../compile/memory.ts';
import type { Compiled, CompileInput, Edit, Edits, Previous } from '../compile/types.ts';
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
import { plausible, wild } from './arbitraries.ts';
import { apiKey, object, secret } from './builders.ts';

/** A namespace that changes, with the compiler that follows it and what it commits. */
export class Namespace {
  readonly memory = new CompileMemory();
  private readonly follow = createCompiler(this.memory);
  private readonly objects = new Map<string, SourceObject>();
  private readonly secrets = new Map<string, SecretView>();
  private readonly bindings = new Map<string, Bindings>();
  private readonly store = new SectionStore();
  private index: SnapshotIndex = EMPTY_INDEX;
  private readonly committed: SnapshotIndex[] = [];
  private refused: readonly RejectedFragment[] = [];
  private uids = 0;
  /** What changed since the compiler that follows has compiled. */
  private readonly edited = new Map<string, Edit>();
  private readonly bound = new Set<string>();
  private hasOtherChanges = false;
  /** How often it was told of edits alone, and how often it made use of that. */
  readonly edits = { told: 0, used: 0 };

  put(made: SourceObject): void {
    const known = this.objects.get(labelOf(made));
    this.uids += 1;
    const { uid, created, generation } = known ?? {
      uid: `uid-${this.uids}`,
      created: made.created,
      generation: 0,
    };
    const after = { ...made, uid, created, generation: generation + 1 };
    this.objects.set(labelOf(made), after);
    const before = this.edited.get(uid)?.before ?? known;
    if (before) this.edited.set(uid, { before, after });
    else this.hasOtherChanges = true;
  }

  take(place: number): void {
    const key = [...this.objects.keys()][place];
    if (key === undefined) return;
    this.objects.delete(key);
    this.hasOtherChanges = true;
  }

  putSecret(made: SecretView | undefined): void {
    this.hasOtherChanges = true;
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
    this.bound.add(objectUid);
  }

  /** Somebody puts the store back to an earlier state of the committed index. */
  restore(place: number): void {
    this.index = this.committed[place % Math.max(this.committed.length, 1)] ?? this.index;
  }

  forgetRefusals(): void {
    this.refused = [];
  }

  compile(): Compiled {
    const isToldOfEdits = !this.hasOtherChanges;
    const objects = [...this.edited.values()];
    const edits = isToldOfEdits ? { objects, bound: new Set(this.bound) } : undefined;
    const compiled = this.follow(this.input(edits), this.previous());
    this.edits.told += isToldOfEdits ? 1 : 0;
    this.edits.used += compiled.since ? 1 : 0;
    this.edited.clear();
    this.bound.clear();
    this.hasOtherChanges = false;
    return compiled;
  }

  /** By a compiler that remembers nothing. */
  compileAfresh(): Compiled {
    return createCompiler()(this.input(), this.previous());
  }

  private input(edits?: Edits): CompileInput {
    return {
      objects: this.objects.values(),
      bindings: this.bindings,
      secret: (name) => this.secrets.get(name),
      isTimeZone: (zone) => zone === 'UTC',
      edits,
    };
  }

  private previous(): Previous {
    return previousOf(this.index, this.refused, this.store);
  }

  bind({ verdicts }: Compiled): void {
    for (const [uid, { owner, parent }] of verdicts) {
      if (isDeepStrictEqual(this.bindings.get(uid), { owner, parent })) continue;
      this.bindings.set(uid, { owner, parent });
      this.bound.add(uid);
    }
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
    this.committed.push(this.index);
  }
}

/** What happens between two compilations. */
export type Step = (namespace: Namespace) => void;

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
export const at = (take: (namespace: Namespace, place: number) => void): fc.Arbitrary<Step> =>
  fc.nat(20).map(
    (place): Step =>
      (namespace) =>
        take(namespace, place),
  );
/** Anything that may happen. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: put, weight: 12 },
  { arbitrary: derivedKey, weight: 3 },
  { arbitrary: at((namespace, place) => namespace.take(place)), weight: 4 },
  at((namespace, place) => namespace.bindElsewhere(place)),
  at((namespace, place) => namespace.restore(place)),
  secrets.map(
    (made): Step =>
      (namespace) =>
        namespace.putSecret(made),
  ),
  at((namespace, place) => namespace.refuse(place)),
  fc.constant<Step>((namespace) => namespace.forgetRefusals()),
);

/** So many random histories a compiler lives through; `make prove` asks for 300. */
export const HISTORIES = Number(process.env['AICP_COMPILE_HISTORIES'] ?? 30);

/** What was compiled, whatever was compiled before. */
export const said = ({ since: _, ...compiled }: Compiled): Compiled => ({
  ...compiled,
  verdicts: new Map(compiled.verdicts),
});

export type History = readonly {
  readonly steps: readonly Step[];
  readonly isCommitted: boolean;
  readonly isBound: boolean;
}[];

/** Compiles after each round of steps; what a compiler says that follows is what one says that knows nothing of before. */
export function follow(namespace: Namespace, history: History): void {
  for (const { steps, isCommitted, isBound } of history) {
    for (const take of steps) take(namespace);
    const afresh = namespace.compileAfresh();
    const compiled = namespace.compile();
    expect(compiled.sections).toEqual(afresh.sections);
    expect(said(compiled)).toEqual(afresh);
    expect([...compiled.verdicts.keys()]).toEqual([...afresh.verdicts.keys()]);
    const orders = ({ fragments }: Compiled) =>
      [...fragments].map(([section, own]) => [section, ...own.keys()]);
    expect(orders(compiled)).toEqual(orders(afresh));
    if (isBound) namespace.bind(compiled);
    if (isCommitted) namespace.commit(compiled);
  }
}
