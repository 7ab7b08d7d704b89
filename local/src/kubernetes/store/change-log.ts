import type { Change } from './stored-object.ts';

const MAX_CHANGES = 10_000;
const MAX_BYTES = 6 * 1024 * 1024;

/** The latest changes, so that a watch can go on where it broke off. Bounded by number and by size. */
export class ChangeLog {
  readonly #maxChanges: number;
  #changes: Change[] = [];
  #start = 0;
  #bytes = 0;
  #floor: number;

  /** `floor` is the revision before the first change that will be added. */
  constructor(floor: number, maxChanges = MAX_CHANGES) {
    this.#floor = floor;
    this.#maxChanges = maxChanges;
  }

  /** The oldest revision that a reader can go on from. */
  get floor(): number {
    return this.#floor;
  }

  add(change: Change): void {
    this.#changes.push(change);
    this.#bytes += change.current.body.length;
    while (this.#changes.length - this.#start > this.#maxChanges || this.#bytes > MAX_BYTES) {
      this.#dropOldest();
    }
  }

  /** The changes after `revision`, oldest first; undefined where some of them are gone. */
  since(revision: number): Change[] | undefined {
    if (revision < this.#floor) return undefined;
    let from = this.#changes.length;
    while (from > this.#start && (this.#changes[from - 1]?.revision ?? 0) > revision) from -= 1;
    return this.#changes.slice(from);
  }

  #dropOldest(): void {
    const oldest = this.#changes[this.#start];
    if (!oldest) return;
    this.#floor = oldest.revision;
    this.#bytes -= oldest.current.body.length;
    this.#start += 1;
    // What was dropped must not be held on to: some objects are large.
    if (this.#start * 2 > this.#changes.length) {
      this.#changes = this.#changes.slice(this.#start);
      this.#start = 0;
    }
  }
}
