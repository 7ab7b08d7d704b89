const KEY_BYTES = 32;

/** No entry. */
export const NONE = 0;

/** Bytes of an entry in all the arrays here and in those of its queue and the ghosts; the buckets are up to two for an entry. */
export const ENTRY_BYTES = KEY_BYTES + 4 * 3 + 8 + 4 * 2 + 2 + 8 + 16;

/**
 * What is known of each answer beside its bytes: its key, where its bytes are, and when it ends. Entries are numbers from 1 on. The arrays are
 * as long as they may get, once and for all: the system gives them memory as entries come to be used, and nothing is ever copied to grow.
 */
export class EntryTable {
  /** Of each entry, where its bytes begin and how many they are. */
  readonly block: Uint32Array;
  readonly length: Uint32Array;
  /** Milliseconds since 1970. */
  readonly endsAt: Float64Array;
  readonly capacity: number;
  /** How many are in use. */
  count = 0;
  /** How many were ever in use at a time: so many take memory. */
  used = 0;
  private readonly keys: Buffer;
  private readonly buckets: Uint32Array;
  private readonly mask: number;
  /** The next entry of the same bucket, or the next free one. */
  private readonly next: Uint32Array;
  private free = NONE;

  constructor(capacity: number) {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(2, capacity)));
    this.capacity = capacity;
    this.mask = buckets - 1;
    this.buckets = new Uint32Array(buckets);
    this.keys = Buffer.from(new ArrayBuffer((capacity + 1) * KEY_BYTES));
    this.next = new Uint32Array(capacity + 1);
    this.block = new Uint32Array(capacity + 1);
    this.length = new Uint32Array(capacity + 1);
    this.endsAt = new Float64Array(capacity + 1);
  }

  /** Whether another entry needs no more memory than was in use before. */
  get hasSpare(): boolean {
    return this.free !== NONE;
  }

  /** Whether there can be another at all. */
  get isFull(): boolean {
    return this.free === NONE && this.used >= this.capacity;
  }

  /** The entry of a key: all of its 32 bytes are compared. */
  find(key: Uint8Array): number {
    let entry = this.buckets[this.bucketOf(key)] ?? NONE;
    while (entry !== NONE && !this.hasKey(entry, key)) entry = this.next[entry] ?? NONE;
    return entry;
  }

  /** Adds an entry for a key that has none. */
  add(key: Uint8Array): number {
    let entry = this.free;
    if (entry === NONE) {
      this.used += 1;
      entry = this.used;
    } else this.free = this.next[entry] ?? NONE;
    this.keys.set(key.subarray(0, KEY_BYTES), entry * KEY_BYTES);
    const bucket = this.bucketOf(key);
    this.next[entry] = this.buckets[bucket] ?? NONE;
    this.buckets[bucket] = entry;
    this.count += 1;
    return entry;
  }

  remove(entry: number): void {
    const bucket = this.bucketOf(this.keyOf(entry));
    let before = NONE;
    let at = this.buckets[bucket] ?? NONE;
    while (at !== entry) {
      before = at;
      at = this.next[at] ?? NONE;
    }
    const after = this.next[entry] ?? NONE;
    if (before === NONE) this.buckets[bucket] = after;
    else this.next[before] = after;
    this.next[entry] = this.free;
    this.free = entry;
    this.count -= 1;
  }

  keyOf(entry: number): Uint8Array {
    return this.keys.subarray(entry * KEY_BYTES, (entry + 1) * KEY_BYTES);
  }

  /** Keys are digests: any of their bits are as good as a hash. */
  private bucketOf(key: Uint8Array): number {
    return fingerprintOf(key) & this.mask;
  }

  private hasKey(entry: number, key: Uint8Array): boolean {
    const { keys } = this;
    const start = entry * KEY_BYTES;
    for (let index = 0; index < KEY_BYTES; index += 1) {
      if (keys[start + index] !== key[index]) return false;
    }
    return true;
  }
}

/** 32 bits of a digest. */
export const fingerprintOf = (key: Uint8Array): number =>
  ((key[0] ?? 0) | ((key[1] ?? 0) << 8) | ((key[2] ?? 0) << 16) | ((key[3] ?? 0) << 24)) >>> 0;
