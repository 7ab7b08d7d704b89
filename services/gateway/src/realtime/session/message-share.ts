import type { ShedReason } from '../../memory/admission.ts';
import type { KeyHolder } from '../../memory/holders.ts';
import { LARGE_BODY, type RequestMemory } from '../../memory/request-memory.ts';

/** What the messages of one session hold of the memory for requests: those that come, from their first bytes, and those that wait for a reader. */
export class MessageShare {
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
  take(bytes: number): ShedReason | undefined {
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

  /** Gives all of it back: the session is over, and takes no more. */
  release(): void {
    this.giveBack(this.held);
    this.isOver = true;
  }

  private get largeNow(): number {
    return this.held > LARGE_BODY ? this.held : 0;
  }

  private takeAsLarge(): ShedReason | undefined {
    const more = this.largeNow - this.heldAsLarge;
    if (more <= 0) return undefined;
    const missing = this.memory.large.takeFor(this.holder, more, this.heldAsLarge);
    if (missing === undefined) this.heldAsLarge += more;
    return missing === 'full' ? 'request_bytes' : missing;
  }
}
