/** Numbers by what they count; what is not counted is 0, and not held. */
export class Counts<Key> {
  private readonly counts = new Map<Key, number>();

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: Key, by: number): void {
    const count = this.of(key) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}

/** How many of all places one owner may have: half of what others leave, and `least` at least, so that none keeps others out. */
export const ownersShare = (places: number, ofOthers: number, least: number): number =>
  Math.max(least, Math.floor((places - ofOthers) / 2));
