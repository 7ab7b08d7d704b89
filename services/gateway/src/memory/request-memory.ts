import { FairShares, type ShareReason } from './fair-shares.ts';
import { BYTES, LARGE_BYTES, type KeyHolder } from './holders.ts';
import { SharedBudget } from './shared-budget.ts';

/** A request that has sent more than this counts as large. */
export const LARGE_BODY = 262_144;

/**
 * The memory for the bodies of requests. Large ones together have two thirds of it, so that some who send large bodies, or send them
 * slowly, keep nobody else out; keys and organizations have their shares of both.
 */
export class RequestMemory {
  readonly all: SharedBudget;
  readonly large: SharedBudget;
  /** Of bytes, and of slots. */
  readonly shares: FairShares;

  /** Without shares, each may have all of it. */
  constructor(limitBytes: number, shares = new FairShares()) {
    this.all = new SharedBudget(limitBytes, BYTES, shares);
    this.large = new SharedBudget(Math.floor((limitBytes * 2) / 3), LARGE_BYTES, shares);
    this.shares = shares;
  }

  /** Whether a body of so many bytes would find room now. Takes none; where there is none, it counts as asked for in vain. */
  hasRoomFor(bytes: number): boolean {
    return this.all.hasRoomFor(bytes) && (bytes <= LARGE_BODY || this.large.hasRoomFor(bytes));
  }

  /** Whose share leaves no room for a further body of so many bytes; undefined where there is room. Takes none. */
  shareObstacle(holder: KeyHolder, bytes: number): ShareReason | undefined {
    const obstacle = this.all.obstacleTo(holder, bytes, 0);
    if (obstacle !== undefined || bytes <= LARGE_BODY) return obstacle;
    return this.large.obstacleTo(holder, bytes, 0);
  }
}

/** What one request of a key holds of the memory: the bytes that it has sent, until all who use them have released them. */
export class BodyShare {
  /** Why there was no room. */
  missing: ShareReason | 'request_bytes' | undefined;
  private readonly memory: RequestMemory;
  private readonly holder: KeyHolder;
  private held = 0;
  private heldAsLarge = 0;
  private users = 1;

  constructor(memory: RequestMemory, holder: KeyHolder) {
    this.memory = memory;
    this.holder = holder;
  }

  /** Takes bytes that came; false where there is no room for them. */
  take(bytes: number): boolean {
    if (this.users === 0) return false;
    const missing = this.memory.all.takeFor(this.holder, bytes, this.held);
    if (missing !== undefined) return this.lack(missing);
    this.held += bytes;
    return this.held <= LARGE_BODY || this.takeAsLarge();
  }

  /** One more uses the bytes. */
  retain(): void {
    this.users += 1;
  }

  /** One who used the bytes does not any more. */
  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.memory.all.giveBackFor(this.holder, this.held);
    this.memory.large.giveBackFor(this.holder, this.heldAsLarge);
    this.held = 0;
    this.heldAsLarge = 0;
  }

  private takeAsLarge(): boolean {
    const { memory, holder, heldAsLarge: own } = this;
    const missing = memory.large.takeFor(holder, this.held - own, own);
    if (missing !== undefined) return this.lack(missing);
    this.heldAsLarge = this.held;
    return true;
  }

  private lack(missing: ShareReason | 'full'): false {
    this.missing = missing === 'full' ? 'request_bytes' : missing;
    return false;
  }
}
