import { NONE } from './entry-table.ts';

/** For each entry, its neighbours in the queue that it is in. */
export interface Links {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

export const linksFor = (capacity: number): Links => ({
  before: new Uint32Array(capacity + 1),
  after: new Uint32Array(capacity + 1),
});

/** Entries in the order in which they came. */
export class EntryQueue {
  /** What its entries take. */
  bytes = 0;
  private readonly links: Links;
  private newest = NONE;
  private last = NONE;

  constructor(links: Links) {
    this.links = links;
  }

  /** The one that came first; 0: none is there. */
  get oldest(): number {
    return this.last;
  }

  add(entry: number, bytes: number): void {
    const { before, after } = this.links;
    before[entry] = this.newest;
    after[entry] = NONE;
    if (this.newest === NONE) this.last = entry;
    else after[this.newest] = entry;
    this.newest = entry;
    this.bytes += bytes;
  }

  remove(entry: number, bytes: number): void {
    const { before, after } = this.links;
    const older = before[entry] ?? NONE;
    const newer = after[entry] ?? NONE;
    if (older === NONE) this.last = newer;
    else after[older] = newer;
    if (newer === NONE) this.newest = older;
    else before[newer] = older;
    this.bytes -= bytes;
  }
}
