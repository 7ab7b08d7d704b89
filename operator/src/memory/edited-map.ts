/** From so many edits on, all values are copied, so that a look-up stays as quick and what was replaced is let go. */
const MOST_EDITS = 500;

/** A map of which some values are others than in the one that it was made from, in the same order. It is made without copying that one. */
export class EditedMap<K, V> implements ReadonlyMap<K, V> {
  private readonly base: ReadonlyMap<K, V>;
  private readonly edits: ReadonlyMap<K, V>;

  private constructor(base: ReadonlyMap<K, V>, edits: ReadonlyMap<K, V>) {
    this.base = base;
    this.edits = edits;
  }

  /** The same map with other values for some of its keys. Throws a RangeError for a key that it has not. */
  static of<K, V>(map: ReadonlyMap<K, V>, edits: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
    for (const key of edits.keys()) {
      if (!map.has(key)) throw new RangeError(`no value to replace: ${String(key)}`);
    }
    const before =
      map instanceof EditedMap ? (map as EditedMap<K, V>) : new EditedMap(map, new Map<K, V>());
    const edited = new EditedMap(before.base, new Map([...before.edits, ...edits]));
    return edited.edits.size > MOST_EDITS ? new Map(edited) : edited;
  }

  get size(): number {
    return this.base.size;
  }

  get(key: K): V | undefined {
    return this.edits.has(key) ? this.edits.get(key) : this.base.get(key);
  }

  has(key: K): boolean {
    return this.base.has(key);
  }

  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.base) {
      yield [key, this.edits.has(key) ? (this.edits.get(key) as V) : value];
    }
  }

  keys(): MapIterator<K> {
    return this.base.keys();
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  forEach(call: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) call(value, key, this);
  }
}
