/** Something that is in one such list at most. */
export interface Listed {
  /** Where it stands in the list; -1: in none. */
  place: number;
}

/**
 * What is under way, in no order: the last one takes the place of the one that goes. What went is garbage at once, which it is not where a
 * Set is added to and deleted from (docs/adr/0021-requests-die-young.md).
 */
export class Unordered<T extends Listed> {
  readonly all: T[] = [];

  add(one: T): void {
    one.place = this.all.push(one) - 1;
  }

  /** Does nothing where it is not there. */
  remove(one: T): void {
    const { place } = one;
    const last = this.all.at(-1);
    if (place === -1 || !last) return;
    this.all[place] = last;
    last.place = place;
    this.all.pop();
    one.place = -1;
  }
}
