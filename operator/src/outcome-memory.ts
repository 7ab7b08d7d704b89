import type { Verdict } from './compile/types.ts';
import type { ObjectOutcome } from './control/status-writer.ts';

interface Known {
  readonly outcome: ObjectOutcome;
  /** The round in which it was made, or last found to be still right. */
  readonly round: number;
}

/**
 * Remembers the outcome of each verdict for as long as nothing that it rests on changes, so that a round works out only what may come out
 * otherwise. What an outcome rests on is given as texts by name: who the replicas are, and for each section who runs what of it.
 */
export class OutcomeMemory {
  private readonly known = new WeakMap<Verdict, Known>();
  private readonly changed = new Map<string, { readonly text: string; readonly round: number }>();
  private round = 0;

  /** Begins a round with what outcomes rest on now. */
  begin(grounds: ReadonlyMap<string, string>): void {
    this.round += 1;
    for (const [name, text] of grounds) {
      if (this.changed.get(name)?.text !== text)
        this.changed.set(name, { text, round: this.round });
    }
  }

  /** The outcome of this very verdict, where it still holds; else `make` makes one. */
  of(verdict: Verdict, make: () => ObjectOutcome): ObjectOutcome {
    const known = this.known.get(verdict);
    if (known && this.holds(verdict, known.round)) return known.outcome;
    const made = make();
    const outcome = known && isSame(known.outcome, made) ? known.outcome : made;
    this.known.set(verdict, { outcome, round: this.round });
    return outcome;
  }

  private holds({ desired }: Verdict, round: number): boolean {
    if (this.changedAt(REPLICAS) > round) return false;
    for (const section of desired.keys()) if (this.changedAt(section) > round) return false;
    return true;
  }

  private changedAt(name: string): number {
    return this.changed.get(name)?.round ?? 0;
  }
}

/** The name of the ground that every outcome rests on. */
export const REPLICAS = 'replicas';

const isSame = ({ programmed: a }: ObjectOutcome, { programmed: b }: ObjectOutcome): boolean =>
  a.reason === b.reason && a.message === b.message;
