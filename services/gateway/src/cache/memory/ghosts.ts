import { fingerprintOf } from './entry-table.ts';

/**
 * Which keys left the cache of late. Each has one place, which another may take from it: who is forgotten too soon is let in a little later, and
 * that is all.
 */
export class Ghosts {
  private readonly fingerprints: Uint32Array;
  private readonly leftAt: Uint32Array;
  private readonly mask: number;
  private clock = 1;

  constructor(capacity: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(2, capacity)));
    this.mask = places - 1;
    this.fingerprints = new Uint32Array(places);
    this.leftAt = new Uint32Array(places);
  }

  add(key: Uint8Array): void {
    const place = this.placeOf(key);
    this.fingerprints[place] = fingerprintOf(key);
    this.leftAt[place] = this.clock;
    this.clock += 1;
  }

  /** Whether a key left among the last `most`. */
  has(key: Uint8Array, most: number): boolean {
    const place = this.placeOf(key);
    const left = this.leftAt[place] ?? 0;
    return (
      left !== 0 &&
      this.fingerprints[place] === fingerprintOf(key) &&
      this.clock - left <= Math.max(1, most)
    );
  }

  /** By other bits than the fingerprint. */
  private placeOf(key: Uint8Array): number {
    return fingerprintOf(key.subarray(4)) & this.mask;
  }
}
