import type { Lookup } from '../kinds/kit/lookup.ts';
import type { ViewedKind } from '../kinds/kit/operator-kind.ts';
import { isSame } from '../memory/is-same.ts';
import { Entry } from './entry.ts';
import type { CompileMemory } from './memory.ts';
import type { Names } from './names.ts';
import type { Reading } from './read-spec.ts';
import { degradedBy } from './sections.ts';
import type { Compiled, CompileInput, Edit, Edits, Previous, Verdict } from './types.ts';
import { viewOf, type ViewOptions } from './views.ts';

/** What a compilation reads. It is replaced as a whole by the next one, so that what was concluded of it is asked of the newest. */
export interface Now {
  input: CompileInput;
  previous: Previous;
}

export interface SettledParts {
  readonly memory: CompileMemory;
  readonly now: Now;
  /** Oldest first. */
  readonly entries: Entry[];
  readonly lookup: Lookup;
  readonly names: Names;
  readonly views: ViewOptions;
  readonly remarks: ReadonlyMap<string, string>;
  readonly compiled: Compiled;
}

/** An object's place among the entries, with what was concluded of it before and what is concluded now. */
interface Step {
  readonly place: number;
  readonly before: Entry;
  readonly after: Entry;
}

/** From so many objects on, a compilation of all of them is as quick. */
const MANY = 1000;

/**
 * A compilation that is done, and takes edits. An edit that changes nothing of what other objects see of this one (its owner, its view, the
 * names that it is served under, what it claims) cannot change what becomes of them; so only the edited objects are decided on, and the
 * rest of the compilation stays. Where an edit is seen by others, everything is compiled.
 */
export class Settled {
  private readonly parts: SettledParts;
  private readonly places: ReadonlyMap<string, number>;
  private remarks: ReadonlyMap<string, string>;
  /** What it has come to. */
  compiled: Compiled;

  constructor(parts: SettledParts) {
    this.parts = parts;
    this.places = new Map(parts.entries.map(({ object }, place) => [object.uid, place]));
    this.remarks = parts.remarks;
    this.compiled = parts.compiled;
  }

  /** The compilation with these edits; undefined where everything has to be compiled. */
  edit(input: CompileInput, previous: Previous): Compiled | undefined {
    const { memory, now } = this.parts;
    const { edits } = input;
    const recommitted = memory.changes.recommitted(previous);
    if (!edits || !recommitted || !memory.changes.isFreeOfRejections(previous)) return undefined;
    now.input = input;
    now.previous = previous;
    const steps = this.steps(edits, recommitted);
    if (!steps) return undefined;
    memory.changes.follow(edits, input, previous);
    return this.take(steps);
  }

  private steps(edits: Edits, recommitted: ReadonlySet<string>): Step[] | undefined {
    const edited = new Map(edits.objects.map((edit) => [edit.after.uid, edit]));
    const uids = new Set([...edited.keys(), ...edits.bound, ...recommitted]);
    if (uids.size > MANY) return undefined;
    const steps: Step[] = [];
    for (const uid of uids) {
      const place = this.places.get(uid);
      // Of a kind of which the compiler makes nothing, or deleted before this compilation.
      if (place === undefined) continue;
      const step = this.step(place, edited.get(uid));
      if (!step) return undefined;
      steps.push(step);
    }
    return steps;
  }

  private step(place: number, edit: Edit | undefined): Step | undefined {
    const { entries, lookup, memory, names } = this.parts;
    const before = entries[place];
    const reading = edit ? memory.read(edit.after) : before?.reading;
    if (!before?.isByItself || !reading || !this.isSeenAlike(before.reading, reading)) {
      return undefined;
    }
    const after = Entry.of(reading, {
      decide: (one) => memory.decisions.of(one, lookup, true),
      lookup,
      rejection: undefined,
      lost: names.lost,
    });
    return after.isByItself && before.addsAlike(after) ? { place, before, after } : undefined;
  }

  /** Whether others see the same of two forms of an object. */
  private isSeenAlike(before: Reading, after: Reading): boolean {
    const { memory, names } = this.parts;
    if (before.spec === undefined || after.spec === undefined) return false;
    if (!memory.owners.hasSameOwner(after)) return false;
    const { names: named, view } = after.kind;
    if (named && !names.areServedAlike(before, after)) return false;
    return view === undefined || this.hasSameView(view, before, after);
  }

  private hasSameView(view: ViewedKind, before: Reading, after: Reading): boolean {
    const { lookup, views } = this.parts;
    const [key, other] = [before, after].map(({ object, spec }) => view.keyOf(object, spec));
    if (key !== other) return false;
    const seen =
      view.isOfFragment && key !== undefined
        ? lookup[`view of ${after.object.kind}`]?.(key)
        : viewOf(before, views);
    return isSame(seen, viewOf(after, views));
  }

  private take(steps: readonly Step[]): Compiled {
    const { entries, memory } = this.parts;
    for (const { place, after } of steps) entries[place] = after;
    const edited = steps.map(({ after }) => after);
    const before = this.compiled;
    const uids = new Set(edited.map(({ object }) => object.uid));
    for (const uid of this.remarked(steps)) uids.add(uid);
    const verdicts = new Map(before.verdicts);
    const changed: Verdict[] = [];
    for (const uid of uids) {
      const entry = entries[this.places.get(uid) ?? -1];
      const verdict = entry && memory.verdict(entry, this.remarks);
      if (!verdict || verdict === before.verdicts.get(uid)) continue;
      verdicts.set(uid, verdict);
      changed.push(verdict);
    }
    const guarding = steps.some((step) => step.before.guards || step.after.guards);
    this.compiled = {
      ...memory.editedSections(edited),
      degraded: guarding ? degradedBy(entries) : before.degraded,
      verdicts: changed.length > 0 ? verdicts : before.verdicts,
      since: { before: before.verdicts, changed },
    };
    return this.compiled;
  }

  /** Says anew what is to be said of objects among all of their kind; gives those of which something else is said than before. */
  private remarked(steps: readonly Step[]): readonly string[] {
    const { entries, memory } = this.parts;
    if (!steps.some(({ after }) => after.reading.kind.remarks)) return [];
    const before = this.remarks;
    const after = memory.remarks(entries);
    this.remarks = after;
    const uids = new Set([...before.keys(), ...after.keys()]);
    return [...uids].filter((uid) => before.get(uid) !== after.get(uid));
  }
}
