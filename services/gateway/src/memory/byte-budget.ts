/**
 * Bounds how many bytes of one kind the process holds at a time. Whoever wants to hold bytes takes them first, and gives back as many as
 * were taken, once.
 */
export class ByteBudget {
  readonly limit: number;
  private taken = 0;
  private refusals = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes that are held now. */
  get used(): number {
    return this.taken;
  }

  /** How often bytes were asked for in vain. */
  get refused(): number {
    return this.refusals;
  }

  /** Takes bytes; false, and nothing is taken, where they would exceed the limit. */
  take(bytes: number): boolean {
    if (!this.hasRoomFor(bytes)) return false;
    this.taken += bytes;
    return true;
  }

  /** Whether bytes could be taken now; where not, they count as asked for in vain. */
  hasRoomFor(bytes: number): boolean {
    if (this.taken + bytes <= this.limit) return true;
    this.refuse();
    return false;
  }

  /** Counts that bytes were asked for in vain. */
  protected refuse(): void {
    this.refusals += 1;
  }

  /** Gives back bytes that were taken. Throws a RangeError where there are not so many: somebody gave back twice. */
  giveBack(bytes: number): void {
    if (bytes > this.taken) {
      throw new RangeError(`${bytes} bytes were given back, but only ${this.taken} are taken`);
    }
    this.taken -= bytes;
  }
}
