/** What may be spent at once, and how fast it comes back. */
export interface AllowanceOptions {
  readonly burst: number;
  readonly perSecond: number;
}

/** Bounds how fast something is used, and lets short bursts pass. */
export class Allowance {
  private readonly options: AllowanceOptions;
  private left: number;
  private at: number | undefined;

  constructor(options: AllowanceOptions) {
    this.options = options;
    this.left = options.burst;
  }

  /** Spends some at a time in ms; answers after how many ms nothing is owed any more, 0 where nothing is. */
  spend(amount: number, now: number): number {
    const { burst, perSecond } = this.options;
    const passed = Math.max(0, now - (this.at ?? now));
    this.at = now;
    this.left = Math.min(burst, this.left + (passed * perSecond) / 1000) - amount;
    return this.left >= 0 ? 0 : Math.ceil((-this.left * 1000) / perSecond);
  }
}

/** Events of a client: sound in pieces of 10 ms is 100 of them a second. */
const EVENTS: AllowanceOptions = { burst: 1000, perSecond: 200 };
/** Their bytes: sound as it is spoken is 64 KiB a second. */
const BYTES: AllowanceOptions = { burst: 33_554_432, perSecond: 2_097_152 };

/** How fast the events of a client are taken: most of them cost nothing, and no limit counts them. */
export class ClientPace {
  private readonly events = new Allowance(EVENTS);
  private readonly bytes = new Allowance(BYTES);
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** An event of so many bytes was taken; answers for how many ms no other one is. */
  took(bytes: number): number {
    const now = this.now();
    return Math.max(this.events.spend(1, now), this.bytes.spend(bytes, now));
  }
}

/** What a provider may begin by itself: a transcription and a response each time that somebody stops speaking. */
export const UNASKED: AllowanceOptions = { burst: 60, perSecond: 2 };
