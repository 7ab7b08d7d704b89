import { isSame } from './is-same.ts';

interface RecordedLookup {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly answer: unknown;
}

interface Known<Made> {
  readonly lookups: readonly RecordedLookup[];
  readonly made: Made;
  /** The last round in which all answers were these. */
  round: number;
}

type Answerer = (...args: readonly unknown[]) => unknown;

/**
 * Remembers what was made of each subject, together with every lookup that was made meanwhile, and makes it anew only where
 * one of the answers is another now. So the work that a change causes follows from what it changes. `make` has to be pure: the same subject
 * and the same answers give the same.
 */
export class Memo<Subject extends object, Lookup extends object, Made> {
  private readonly known = new WeakMap<Subject, Known<Made>>();
  private readonly make: (subject: Subject, lookup: Lookup) => Made;
  private round = 0;
  private changed: ReadonlySet<string> | undefined;

  constructor(make: (subject: Subject, lookup: Lookup) => Made) {
    this.make = make;
  }

  /** Begins a round. `changed` names the questions that may be answered otherwise than in the round before; undefined: all may. */
  begin(changed: ReadonlySet<string> | undefined): void {
    this.round += 1;
    this.changed = changed;
  }

  /**
   * What is made of a subject with this lookup: the same object as before where nothing that it looked up has changed. `isSuspect` has all its
   * questions asked again.
   */
  of(subject: Subject, lookup: Lookup, isSuspect = false): Made {
    const known = this.known.get(subject);
    if (known && (this.isUntouched(known, isSuspect) || hold(known.lookups, lookup))) {
      known.round = this.round;
      return known.made;
    }
    const lookups: RecordedLookup[] = [];
    const made = this.make(subject, recording(lookup, lookups));
    this.known.set(subject, { lookups, made, round: this.round });
    return made;
  }

  private isUntouched({ lookups, round }: Known<Made>, isSuspect: boolean): boolean {
    const { changed } = this;
    if (changed === undefined || isSuspect || round < this.round - 1) return false;
    if (changed.size === 0) return true;
    for (const { name } of lookups) if (changed.has(name)) return false;
    return true;
  }
}

function hold(lookups: readonly RecordedLookup[], lookup: object): boolean {
  const answers = lookup as Readonly<Record<string, Answerer>>;
  return lookups.every(({ name, args, answer }) => isSame(answer, answers[name]?.(...args)));
}

/** The same lookup, which records every call and its answer. */
function recording<Lookup extends object>(lookup: Lookup, lookups: RecordedLookup[]): Lookup {
  const noted = Object.entries(lookup as Readonly<Record<string, Answerer>>).map(
    ([name, ask]): [string, Answerer] => [
      name,
      (...args) => {
        const answer = ask(...args);
        lookups.push({ name, args, answer });
        return answer;
      },
    ],
  );
  return Object.fromEntries(noted) as Lookup;
}
