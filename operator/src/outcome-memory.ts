import type { Compiled, Verdict } from './compile/types.ts';
import type { ObjectOutcome } from './control/status-writer.ts';

/** The outcomes of one compilation, in the order of its verdicts. */
interface Known {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly places: ReadonlyMap<string, number>;
  /** The places of the verdicts that a section may hold something of. */
  readonly bySection: ReadonlyMap<string, readonly number[]>;
  readonly outcomes: readonly ObjectOutcome[];
}

/** The outcome of every object. */
export interface Outcomes {
  readonly all: readonly ObjectOutcome[];
  /** Those that are others than the last time, where that is known. */
  readonly changed?: readonly ObjectOutcome[];
}

/**
 * Remembers the outcome of each verdict for as long as nothing that it rests on changes, so that a round works out only what may come out
 * otherwise. What an outcome rests on is given as texts by name: who the replicas are, and for each section who runs what of it.
 */
export class OutcomeMemory {
  private grounds: ReadonlyMap<string, string> = new Map();
  private known: Known | undefined;

  /** Has all outcomes made anew the next time. */
  forget(): void {
    this.known = undefined;
  }

  /** The outcomes of all objects. `make` makes one of a verdict, from what these grounds are said of. */
  of(
    compiled: Compiled,
    grounds: ReadonlyMap<string, string>,
    make: (verdict: Verdict) => ObjectOutcome,
  ): Outcomes {
    const changed = differing(this.grounds, grounds);
    this.grounds = grounds;
    const suspects = changed.has(REPLICAS) ? undefined : this.suspects(compiled, changed);
    const { known } = this;
    if (!known || !suspects) return { all: this.makeAll(compiled, make) };
    const all = [...known.outcomes];
    const others: ObjectOutcome[] = [];
    for (const [place, verdict] of suspects) {
      const [before, outcome] = [all[place], make(verdict)];
      if (before && isSame(before, outcome)) continue;
      all[place] = outcome;
      others.push(outcome);
    }
    this.known = {
      verdicts: compiled.verdicts,
      places: known.places,
      bySection: known.bySection,
      outcomes: all,
    };
    return { all, changed: others };
  }

  /** The verdicts whose outcomes may be others, by place; undefined: all. */
  private suspects(
    compiled: Compiled,
    changed: ReadonlySet<string>,
  ): ReadonlyMap<number, Verdict> | undefined {
    const { known } = this;
    const edited = known && editedSince(known.verdicts, compiled);
    if (!known || !edited) return undefined;
    const suspects = new Map<number, Verdict>();
    for (const verdict of edited) {
      const place = known.places.get(verdict.object.uid);
      const before = known.verdicts.get(verdict.object.uid);
      if (place === undefined || !haveSameKeys(before?.desired, verdict.desired)) return undefined;
      suspects.set(place, verdict);
    }
    const inSections = [...changed].flatMap((section) => known.bySection.get(section) ?? []);
    for (const place of inSections) {
      const verdict = compiled.verdicts.get(uidAt(known, place));
      if (verdict) suspects.set(place, verdict);
    }
    return suspects;
  }

  private makeAll(
    { verdicts }: Compiled,
    make: (verdict: Verdict) => ObjectOutcome,
  ): readonly ObjectOutcome[] {
    const { known } = this;
    const places = new Map<string, number>();
    const bySection = new Map<string, number[]>();
    const outcomes: ObjectOutcome[] = [];
    for (const [uid, verdict] of verdicts) {
      const before = known?.outcomes[known.places.get(uid) ?? -1];
      const outcome = make(verdict);
      const place = outcomes.push(before && isSame(before, outcome) ? before : outcome) - 1;
      places.set(uid, place);
      for (const section of verdict.desired.keys()) {
        const own = bySection.get(section);
        if (own) own.push(place);
        else bySection.set(section, [place]);
      }
    }
    this.known = { verdicts, places, bySection, outcomes };
    return outcomes;
  }
}

/** The name of the ground that every outcome rests on. */
export const REPLICAS = 'replicas';

const isSame = (a: ObjectOutcome, b: ObjectOutcome): boolean =>
  a.verdict === b.verdict &&
  a.programmed.reason === b.programmed.reason &&
  a.programmed.message === b.programmed.message;

const differing = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadonlySet<string> =>
  new Set(
    [...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name)),
  );

const uidAt = ({ outcomes }: Known, place: number): string =>
  outcomes[place]?.verdict.object.uid ?? '';

type Keyed = ReadonlyMap<string, unknown>;

const haveSameKeys = (a: Keyed | undefined, b: Keyed): boolean =>
  a?.size === b.size && [...b.keys()].every((key) => a.has(key));

/** The verdicts of a compilation that are others than these; undefined where it is not known. */
function editedSince(
  before: ReadonlyMap<string, Verdict>,
  { verdicts, since }: Compiled,
): readonly Verdict[] | undefined {
  if (verdicts === before) return [];
  return since?.before === before ? since.changed : undefined;
}
