import { operatorKinds } from '../kinds/operator-kinds.ts';
import { OWNER_QUESTIONS, type Bindings } from '../kinds/ownership/resolve-owners.ts';
import { byAge, type SourceObject } from '../kinds/kit/source-object.ts';
import { isSame } from '../memory/is-same.ts';
import type { CompileInput, Edits, Previous } from './types.ts';
import { REFERRED_KINDS, VIEWED_KINDS } from './views.ts';

/** Of which kinds the answer to a question is made. Questions that are not here say themselves whether their answers changed. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  ...OWNER_QUESTIONS,
  ...Object.fromEntries(VIEWED_KINDS.map((kind) => [`view of ${kind}`, [kind]])),
  referred: [...REFERRED_KINDS],
};

const NAMED_KINDS = [...operatorKinds].flatMap(([kind, { names }]) => (names ? [kind] : []));

/** Lookups that are repeated every time, because changes of their results, such as another Secret, are not reported. */
const ALWAYS = ['secret', 'isTimeZone'];

/**
 * What is different from the compilation before, found by comparing what goes into both. It is told by kind, and errs on the side of
 * too much: it only says where to look.
 */
export class Changes {
  /** Oldest first. */
  private sorted: readonly SourceObject[] = [];
  private bindings = new Map<string, Bindings>();
  private committed: ReadonlyMap<string, Committed> = new Map();
  private rejected: readonly (readonly [uid: string, ...unknown[]])[] = [];
  private suspects: ReadonlySet<string> | undefined;
  /** Of which an object was added, changed or taken away, or has another owner. */
  private readonly kinds = new Set<string>();
  /** Whether an object that was there before has another owner. */
  private hasOtherOwners = false;
  /** Whether nobody can tell what changed. */
  private isUnknown = true;
  private hasOtherRejections = true;

  /** Compares the objects with those of the last time, and gives them oldest first. */
  sort(objects: Iterable<SourceObject>): readonly SourceObject[] {
    this.kinds.clear();
    this.hasOtherOwners = false;
    const present = new Set(objects);
    const stayed: SourceObject[] = [];
    for (const object of this.sorted) {
      if (present.delete(object)) stayed.push(object);
      else this.kinds.add(object.kind);
    }
    for (const { kind } of present) this.kinds.add(kind);
    this.sorted = merged(stayed, [...present].sort(byAge));
    return this.sorted;
  }

  /** Compares what was recorded of objects, and what replicas rejected. */
  compare({ bindings }: Pick<CompileInput, 'bindings'>, previous: Previous): void {
    const suspects = new Set<string>();
    for (const [uid, known] of bindings) if (this.bindings.get(uid) !== known) suspects.add(uid);
    for (const uid of this.bindings.keys()) if (!bindings.has(uid)) suspects.add(uid);
    this.bindings = new Map(bindings);
    for (const uid of previous.rejected.keys()) suspects.add(uid);
    for (const [uid] of this.rejected) suspects.add(uid);
    const rejected = [...previous.rejected];
    this.hasOtherRejections = !isSame(rejected, this.rejected);
    this.rejected = rejected;
    const recommitted = this.recommitted(previous);
    for (const uid of recommitted ?? []) suspects.add(uid);
    this.isUnknown = !recommitted;
    this.committed = new Map(previous.committed?.());
    this.suspects = suspects;
  }

  /** By uid: the objects of which something else is committed than the last time; undefined where nobody can tell. */
  recommitted(previous: Previous): ReadonlySet<string> | undefined {
    const committed = previous.committed?.();
    if (!committed) return undefined;
    const uids = new Set<string>();
    for (const name of new Set([...committed.keys(), ...this.committed.keys()])) {
      const [now = NONE, then = NONE] = [committed.get(name), this.committed.get(name)];
      if (now !== then) addDiffering(now, then, uids);
    }
    return uids;
  }

  /** Whether replicas rejected nothing, now and the last time. */
  isFreeOfRejections({ rejected }: Pick<Previous, 'rejected'>): boolean {
    return rejected.size === 0 && this.rejected.length === 0;
  }

  /** Takes note of edits, in place of a comparison of everything. */
  follow(
    { objects, bound }: Edits,
    { bindings }: Pick<CompileInput, 'bindings'>,
    previous: Previous,
  ): void {
    const sorted = [...this.sorted];
    for (const { before, after } of objects) sorted[placeOf(before, sorted)] = after;
    this.sorted = sorted;
    for (const uid of bound) {
      const known = bindings.get(uid);
      if (known) this.bindings.set(uid, known);
      else this.bindings.delete(uid);
    }
    this.committed = new Map(previous.committed?.());
  }

  /** An object that was there before has another owner. */
  ownerChanged(kind: string): void {
    this.kinds.add(kind);
    this.hasOtherOwners = true;
  }

  /** Whether the names of models and groups may go to others. */
  get mayMoveNames(): boolean {
    const { isUnknown, hasOtherRejections, kinds } = this;
    return isUnknown || hasOtherRejections || NAMED_KINDS.some((kind) => kinds.has(kind));
  }

  /** Whether something else than the last time may be recorded of an object. */
  isSuspect(uid: string): boolean {
    return this.isUnknown || this.suspects?.has(uid) !== false;
  }

  /** The lookups whose results may have changed; undefined: all. `more` adds further ones. */
  questions(more: Iterable<string> = []): ReadonlySet<string> | undefined {
    if (this.isUnknown) return undefined;
    const asked = Object.keys(MADE_OF).filter((name) =>
      MADE_OF[name]?.some((kind) => this.kinds.has(kind)),
    );
    const owner = this.hasOtherOwners ? ['owner'] : [];
    return new Set([...ALWAYS, ...owner, ...asked, ...more]);
  }
}

type Committed = ReadonlyMap<string, { readonly value: object }>;

const NONE: Committed = new Map();

/** Adds the objects of which two forms of a section hold different fragments. */
function addDiffering(now: Committed, then: Committed, uids: Set<string>): void {
  for (const [uid, { value }] of now) if (then.get(uid)?.value !== value) uids.add(uid);
  for (const uid of then.keys()) if (!now.has(uid)) uids.add(uid);
}

/** Two sorted lists as one. */
function merged(a: readonly SourceObject[], b: readonly SourceObject[]): readonly SourceObject[] {
  if (b.length === 0) return a;
  const all: SourceObject[] = [];
  let next = 0;
  for (const one of a) {
    for (let other = b[next]; other && byAge(other, one) < 0; other = b[next]) {
      all.push(other);
      next += 1;
    }
    all.push(one);
  }
  return all.concat(b.slice(next));
}

/** The place of an object in a sorted list that holds it. */
function placeOf(object: SourceObject, sorted: readonly SourceObject[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle];
    if (other && byAge(other, object) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
