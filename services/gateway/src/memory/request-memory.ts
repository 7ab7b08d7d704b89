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

/** Why there is no room. */
type Lack = ShareReason | 'request_bytes';

/** What somebody holds of the memory: bytes that come and go. */
export class MemoryShare {
  private readonly memory: RequestMemory;
  private readonly holder: KeyHolder;
  private held = 0;
  private heldAsLarge = 0;
  private isOver = false;

  constructor(memory: RequestMemory, holder: KeyHolder) {
    this.memory = memory;
    this.holder = holder;
  }

  /** Takes bytes; or says why there is no room for them, and takes none. */
  take(bytes: number): Lack | undefined {
    if (this.isOver) return undefined;
    const { memory, holder } = this;
    const missing = memory.all.takeFor(holder, bytes, this.held);
    if (missing !== undefined) return missing === 'full' ? 'request_bytes' : missing;
    this.held += bytes;
    const lacking = this.takeAsLarge();
    if (lacking !== undefined) this.giveBack(bytes);
    return lacking;
  }

  /** Gives back bytes that were taken. */
  giveBack(bytes: number): void {
    if (this.isOver) return;
    this.memory.all.giveBackFor(this.holder, bytes);
    this.held -= bytes;
    const surplus = this.heldAsLarge - this.largeNow;
    if (surplus <= 0) return;
    this.memory.large.giveBackFor(this.holder, surplus);
    this.heldAsLarge -= surplus;
  }

  /** Gives all of it back: whoever held it is gone, and takes no more. */
  release(): void {
    this.giveBack(this.held);
    this.isOver = true;
  }

  private get largeNow(): number {
    return this.held > LARGE_BODY ? this.held : 0;
  }

  private takeAsLarge(): Lack | undefined {
    const more = this.largeNow - this.heldAsLarge;
    if (more <= 0) return undefined;
    const missing = this.memory.large.takeFor(this.holder, more, this.heldAsLarge);
    if (missing === undefined) this.heldAsLarge += more;
    return missing === 'full' ? 'request_bytes' : missing;
  }
}

/** What one request of a key holds of the memory: the bytes that it has sent, until all who use them have released them. */
export class BodyShare {
  /** Why there was no room. */
  missing: Lack | undefined;
  private readonly share: MemoryShare;
  private users = 1;

  constructor(memory: RequestMemory, holder: KeyHolder) {
    this.share = new MemoryShare(memory, holder);
  }

  /** Takes bytes that came; false where there is no room for them. */
  take(bytes: number): boolean {
    if (this.users === 0) return false;
    const missing = this.share.take(bytes);
    if (missing === undefined) return true;
    this.missing = missing;
    return false;
  }

  /** One more uses the bytes. */
  retain(): void {
    this.users += 1;
  }

  /** One who used the bytes does not any more. */
  release(): void {
    this.users -= 1;
    if (this.users === 0) this.share.release();
  }
}
