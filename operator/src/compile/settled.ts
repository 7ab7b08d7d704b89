import type { Lookup } from '../kinds/kit/lookup.ts';
import type { ViewedKind } from '../kinds/kit/operator-kind.ts';
import { EditedMap } from '../memory/edited-map.ts';
import { isSame } from '../memory/is-same.ts';
import { Entry } from './entry.ts';
import { REMARKED_SECTIONS, type CompileMemory } from './memory.ts';
import type { Names } from './names.ts';
import type { Reading } from './read-spec.ts';
import { degradedBy } from './sections.ts';
import type { Compiled, CompileInput, Edit, Edits, Previous, Verdict } from './types.ts';
import { viewOf, type ViewOptions } from './views.ts';

/** What a compilation reads. Later edits set both fields, so that what was prepared once reads the newest. */
export interface CurrentInput {
  input: CompileInput;
  previous: Previous;
}

export interface SettledParts {
  readonly memory: CompileMemory;
  readonly now: CurrentInput;
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

/** Of more objects than these, a compilation of all is as quick. */
const MOST_EDITS = 1000;

/**
 * A compilation that is done, and takes edits. An edit that changes nothing of what other objects see of this one (its owner, its view, the
 * names that it is served under, what it claims) cannot change what becomes of them. So only objects that were edited, bound or committed anew are
 * decided on, beside what is said of one among all of its kind, and the rest of the compilation stays. Where others see an edit, everything is compiled.
 */
export class Settled {
  private readonly parts: SettledParts;
  private readonly places: ReadonlyMap<string, number>;
  private remarks: ReadonlyMap<string, string>;
  /** The newest result, edits included. */
  compiled: Compiled;

  constructor(parts: SettledParts) {
    this.parts = parts;
    this.places = new Map(parts.entries.map(({ object }, place) => [object.uid, place]));
    this.remarks = parts.remarks;
    this.compiled = parts.compiled;
  }

  /**
   * The compilation with these edits. Undefined where everything has to be compiled: nobody can tell what changed, a replica rejected something,
   * there are too many, one is seen by others, or concerns an object that cannot be used by itself as it is.
   */
  edit(input: CompileInput, previous: Previous): Compiled | undefined {
    const { memory, now } = this.parts;
    const { edits } = input;
    if (!edits || !memory.changes.isFreeOfRejections(previous)) return undefined;
    const recommitted = memory.changes.recommitted(previous);
    if (!recommitted) return undefined;
    now.input = input;
    now.previous = previous;
    const steps = this.steps(edits, recommitted);
    if (!steps) return undefined;
    memory.changes.follow(edits, input, previous);
    return this.replace(steps);
  }

  private steps(edits: Edits, recommitted: ReadonlySet<string>): Step[] | undefined {
    const edited = new Map(edits.objects.map((edit) => [edit.after.uid, edit]));
    const uids = new Set([...edited.keys(), ...edits.bound, ...recommitted]);
    if (uids.size > MOST_EDITS) return undefined;
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
    if (!before?.dependsOnNoOther || !reading || !this.isSeenAlike(before.reading, reading)) {
      return undefined;
    }
    const after = Entry.of(reading, {
      decide: (one) => memory.decisions.of(one, lookup, true),
      lookup,
      rejection: undefined,
      lost: names.lost,
    });
    return after.dependsOnNoOther && before.hasSameClaims(after)
      ? { place, before, after }
      : undefined;
  }

  /** Whether others see the same of two forms of an object. */
  private isSeenAlike(before: Reading, after: Reading): boolean {
    const { memory, names } = this.parts;
    if (before.spec === undefined || after.spec === undefined) return false;
    if (!memory.owners.hasSameOwner(after)) return false;
    const { names: servedNames, view } = after.kind;
    if (servedNames && !names.areServedAlike(before, after)) return false;
    return view === undefined || this.hasSameView(view, before, after);
  }

  private hasSameView(view: ViewedKind, before: Reading, after: Reading): boolean {
    const { lookup, views } = this.parts;
    const [keyBefore, key] = [before, after].map(({ object, spec }) => view.keyOf(object, spec));
    if (keyBefore !== key) return false;
    const seen =
      view.isOfFragment && !view.isList && key !== undefined
        ? lookup[`view of ${after.object.kind}`]?.(key)
        : viewOf(before, views);
    return isSame(seen, viewOf(after, views));
  }

  private replace(steps: readonly Step[]): Compiled {
    const { entries, memory } = this.parts;
    for (const { place, after } of steps) entries[place] = after;
    const edited = steps.map(({ after }) => after);
    const before = this.compiled;
    const uids = new Set(edited.map(({ object }) => object.uid));
    for (const uid of this.refreshRemarks(steps)) uids.add(uid);
    const changed = new Map<string, Verdict>();
    for (const uid of uids) {
      const entry = entries[this.places.get(uid) ?? -1];
      const verdict = entry && memory.verdict(entry, this.remarks);
      if (!verdict || verdict === before.verdicts.get(uid)) continue;
      changed.set(uid, verdict);
    }
    const guarding = steps.some((step) => step.before.guards || step.after.guards);
    this.compiled = {
      ...memory.editedSections(edited),
      degraded: guarding ? degradedBy(entries) : before.degraded,
      verdicts: changed.size > 0 ? EditedMap.of(before.verdicts, changed) : before.verdicts,
      since: { before: before.verdicts, changed: [...changed.values()] },
    };
    return this.compiled;
  }

  /** Says anew what is to be said of objects among all of their kind; gives those of which something else is said than before. */
  private refreshRemarks(steps: readonly Step[]): readonly string[] {
    const { entries, memory } = this.parts;
    if (!steps.some(({ after }) => isRemarkedOn(after.reading))) return [];
    const before = this.remarks;
    const after = memory.remarks(entries);
    this.remarks = after;
    const uids = new Set([...before.keys(), ...after.keys()]);
    return [...uids].filter((uid) => before.get(uid) !== after.get(uid));
  }
}

/** Whether what is said of an object, or of others, among all of their kind may follow from it. */
const isRemarkedOn = ({ kind, sections }: Reading): boolean =>
  kind.remarks !== undefined || sections.some((section) => REMARKED_SECTIONS.has(section));
