import { Counts, ownersShare } from '@aicp/common/counters/counts';
import { Problem } from '@aicp/common/errors/problem';

/** At a time, of all callers: each asks the database for page after page, and the embedded one answers one query after another. */
const MOST_AT_ONCE = 4;

/**
 * Places of the exports that are written. An organization has at most half of what others leave, and one at least, so that none keeps others out, nor has the
 * database to itself; the platform counts as one.
 */
export class ExportPlaces {
  private readonly ofOwner = new Counts<string | undefined>();
  private count = 0;

  /** Takes a place for an organization, or for the platform (undefined); the answer gives it back, once, however often it is called. Throws a Problem (429) where there is none. */
  take(organization: string | undefined): () => void {
    const own = this.ofOwner.of(organization);
    if (this.count >= MOST_AT_ONCE) {
      throw busy('Other exports are being written: try again when they are through.');
    }
    if (own >= ownersShare(MOST_AT_ONCE, this.count - own, 1)) {
      throw busy(
        `Your organization has ${own} of its exports being written, which is its share: try again when one is through.`,
      );
    }
    this.add(organization, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.add(organization, -1);
      isTaken = false;
    };
  }

  /** How many are taken. */
  get size(): number {
    return this.count;
  }

  private add(organization: string | undefined, by: number): void {
    this.ofOwner.add(organization, by);
    this.count += by;
  }
}

const busy = (detail: string): Problem =>
  new Problem(429, detail, { headers: { 'Retry-After': '5' } });
