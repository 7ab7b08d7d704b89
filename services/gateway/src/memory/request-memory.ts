import { ByteBudget } from './byte-budget.ts';

/** A request that has sent more than this counts as large. */
const LARGE_BYTES = 262_144;

/**
 * The memory for the bodies of requests. Large ones together have two thirds of it, so that some who send large bodies, or send them
 * slowly, keep nobody else out.
 */
export class RequestMemory {
  readonly all: ByteBudget;
  readonly large: ByteBudget;

  constructor(limitBytes: number) {
    this.all = new ByteBudget(limitBytes);
    this.large = new ByteBudget(Math.floor((limitBytes * 2) / 3));
  }

  /** Whether a body of so many bytes would find room now. Takes none; where there is none, it counts as asked for in vain. */
  hasRoomFor(bytes: number): boolean {
    return this.all.hasRoomFor(bytes) && (bytes <= LARGE_BYTES || this.large.hasRoomFor(bytes));
  }
}

/** What one request holds of the memory: the bytes that it has sent, until all who use them have released them. */
export class BodyShare {
  private readonly memory: RequestMemory;
  private held = 0;
  private heldAsLarge = 0;
  private users = 1;

  constructor(memory: RequestMemory) {
    this.memory = memory;
  }

  /** Takes bytes that came; false where there is no room for them. */
  take(bytes: number): boolean {
    if (this.users === 0 || !this.memory.all.take(bytes)) return false;
    this.held += bytes;
    if (this.held <= LARGE_BYTES) return true;
    if (!this.memory.large.take(this.held - this.heldAsLarge)) return false;
    this.heldAsLarge = this.held;
    return true;
  }

  /** One more uses the bytes. */
  retain(): void {
    this.users += 1;
  }

  /** One who used the bytes does not any more. */
  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.memory.all.giveBack(this.held);
    this.memory.large.giveBack(this.heldAsLarge);
    this.held = 0;
    this.heldAsLarge = 0;
  }
}
