import { ByteBudget } from './byte-budget.ts';
import { FairShares, type ShareReason } from './fair-shares.ts';
import { BYTES, LARGE_BYTES, type KeyHolder, type Lent } from './holders.ts';

/** A request that has sent more than this counts as large. */
const LARGE_BODY = 262_144;

/** What a request of a key asks for, of which it holds `own` already. */
interface Wanted {
  readonly lent: Lent;
  readonly holder: KeyHolder;
  readonly amount: number;
  readonly own: number;
}

/**
 * The memory for the bodies of requests. Large ones together have two thirds of it, so that some who send large bodies, or send them
 * slowly, keep nobody else out; keys and organizations have their shares of both.
 */
export class RequestMemory {
  readonly all: ByteBudget;
  readonly large: ByteBudget;
  /** Of bytes, and of slots. */
  readonly shares: FairShares;

  /** Without shares, each may have all of it. */
  constructor(limitBytes: number, shares = new FairShares()) {
    this.all = new ByteBudget(limitBytes);
    this.large = new ByteBudget(Math.floor((limitBytes * 2) / 3));
    this.shares = shares;
  }

  /** Whether a body of so many bytes would find room now. Takes none; where there is none, it counts as asked for in vain. */
  hasRoomFor(bytes: number): boolean {
    return this.all.hasRoomFor(bytes) && (bytes <= LARGE_BODY || this.large.hasRoomFor(bytes));
  }

  /** Whose share leaves no room for a further body of so many bytes; undefined where there is room. Takes none. */
  shareObstacle(holder: KeyHolder, bytes: number): ShareReason | undefined {
    const wanted = { holder, amount: bytes, own: 0 };
    const obstacle = this.obstacleTo({ ...wanted, lent: BYTES });
    if (obstacle !== undefined || bytes <= LARGE_BODY) return obstacle;
    return this.obstacleTo({ ...wanted, lent: LARGE_BYTES });
  }

  /** Takes bytes of one kind, or says why not. */
  take(wanted: Wanted): ShareReason | 'request_bytes' | undefined {
    const { lent, holder, amount } = wanted;
    const obstacle = this.obstacleTo(wanted);
    if (obstacle !== undefined) return obstacle;
    if (!this.budgetOf(lent).take(amount)) return 'request_bytes';
    holder.add(lent, amount);
    return undefined;
  }

  /** Gives back bytes of one kind that were taken. */
  giveBack(lent: Lent, holder: KeyHolder, amount: number): void {
    this.budgetOf(lent).giveBack(amount);
    holder.add(lent, -amount);
  }

  private obstacleTo({ lent, holder, amount, own }: Wanted): ShareReason | undefined {
    const { limit, used } = this.budgetOf(lent);
    return this.shares.obstacleTo({ lent, limit, used, holder, amount, own });
  }

  private budgetOf(lent: Lent): ByteBudget {
    return lent === LARGE_BYTES ? this.large : this.all;
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
    const { memory, holder } = this;
    if (this.users === 0) return false;
    this.missing = memory.take({ lent: BYTES, holder, amount: bytes, own: this.held });
    if (this.missing !== undefined) return false;
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
    this.memory.giveBack(BYTES, this.holder, this.held);
    this.memory.giveBack(LARGE_BYTES, this.holder, this.heldAsLarge);
    this.held = 0;
    this.heldAsLarge = 0;
  }

  private takeAsLarge(): boolean {
    const { memory, holder, heldAsLarge: own } = this;
    const amount = this.held - own;
    this.missing = memory.take({ lent: LARGE_BYTES, holder, amount, own });
    if (this.missing !== undefined) return false;
    this.heldAsLarge = this.held;
    return true;
  }
}
