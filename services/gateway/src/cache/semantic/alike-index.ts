/** What an entry takes beside its vector and words, in bytes: objects, and places in maps. */
const ENTRY_BYTES = 500;
/** Among so many of one group the nearest is looked for: a few milliseconds' work. */
const MOST_OF_GROUP = 1000;
/** The words of so many, the nearest, are compared. */
const MOST_COMPARED = 32;

/** Where an answer is kept, or a group is. */
export interface Key {
  readonly digest: Buffer;
}

/** A text that was answered, by what its vector and words say. */
export interface Known<K extends Key> {
  /** Where its answer is kept. */
  readonly key: K;
  /** Of length 1. */
  readonly vector: Float32Array;
  /** As `TextSigns` has them. */
  readonly words: string;
  /** When its answer ends: milliseconds since 1970. */
  readonly endsAtMs: number;
}

interface Entry<K extends Key> extends Known<K> {
  readonly group: string;
  readonly name: string;
  readonly bytes: number;
}

/** How alike something is. */
export interface Near<K extends Key> {
  readonly known: Known<K>;
  readonly cosine: number;
}

/**
 * Texts that were answered, in groups of those that may be compared, which somebody else makes of scopes. Within a group the nearest are found by
 * looking at each: there is no answer that an index by chance misses. Beyond its bounds it forgets what was used longest ago.
 */
export class AlikeIndex<K extends Key> {
  private readonly maxBytes: number;
  /** The one that was used longest ago comes first. */
  private readonly entries = new Map<string, Entry<K>>();
  private readonly groups = new Map<string, Set<Entry<K>>>();
  private taken = 0;

  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.maxBytes = maxBytes;
  }

  get size(): number {
    return this.entries.size;
  }

  /** What it takes of memory, in bytes. */
  get bytes(): number {
    return this.taken;
  }

  /** Those of a group that are no less alike than `threshold` (cosine), the nearest first; of more than a few, the nearest few. */
  near(group: Key, vector: Float32Array, threshold: number): readonly Near<K>[] {
    const found: Near<K>[] = [];
    for (const known of this.groups.get(nameOf(group)) ?? []) {
      const cosine = dot(known.vector, vector);
      if (cosine >= threshold) found.push({ known, cosine });
    }
    return found.sort((one, other) => other.cosine - one.cosine).slice(0, MOST_COMPARED);
  }

  add(group: Key, known: Known<K>): void {
    const name = nameOf(known.key);
    this.remove(known.key);
    const bytes = known.vector.byteLength + 2 * known.words.length + ENTRY_BYTES;
    const entry = { ...known, name, bytes, group: nameOf(group) };
    const peers = this.groups.get(entry.group) ?? new Set<Entry<K>>();
    this.groups.set(entry.group, peers.add(entry));
    this.entries.set(name, entry);
    this.taken += bytes;
    if (peers.size > MOST_OF_GROUP) this.forget(peers.values().next().value);
    while (this.taken > this.maxBytes) this.forget(this.entries.values().next().value);
  }

  /** It was used: others go before it. */
  touch(key: K): void {
    const entry = this.entries.get(nameOf(key));
    if (!entry) return;
    this.entries.delete(entry.name);
    this.entries.set(entry.name, entry);
    const peers = this.groups.get(entry.group);
    if (peers?.delete(entry) === true) peers.add(entry);
  }

  /** Its answer is not kept any more. */
  remove(key: K): void {
    this.forget(this.entries.get(nameOf(key)));
  }

  private forget(entry: Entry<K> | undefined): void {
    if (!entry) return;
    this.entries.delete(entry.name);
    this.taken -= entry.bytes;
    const peers = this.groups.get(entry.group);
    peers?.delete(entry);
    if (peers?.size === 0) this.groups.delete(entry.group);
  }
}

const nameOf = ({ digest }: Key): string => digest.toString('latin1');

/** The cosine of two vectors of length 1; below every threshold where they are not of the same model's size. */
function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return -1;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
