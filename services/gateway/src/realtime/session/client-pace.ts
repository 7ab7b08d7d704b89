import type { Clock } from '@aicp/common/time/clock';
import { TokenBucket, type Rate } from '@aicp/common/time/token-bucket';

/** Events of a client: sound in pieces of 10 ms is 100 of them a second. */
const EVENTS: Rate = { burst: 1000, perSecond: 200 };
/** Their bytes: sound as it is spoken is 64 KiB a second. */
const BYTES: Rate = { burst: 33_554_432, perSecond: 2_097_152 };

/** How fast the events of a client are taken: most of them cost nothing, and no limit counts them. */
export class ClientPace {
  private readonly events: TokenBucket;
  private readonly bytes: TokenBucket;

  constructor(clock: Clock) {
    this.events = new TokenBucket({ ...EVENTS, clock });
    this.bytes = new TokenBucket({ ...BYTES, clock });
  }

  /** An event of so many bytes was taken; answers for how many ms no other one is. */
  took(bytes: number): number {
    return Math.ceil(Math.max(this.events.spend(1), this.bytes.spend(bytes)));
  }
}

/** What a provider may begin by itself: a transcription and a response each time that somebody stops speaking. */
export const UNASKED: Rate = { burst: 60, perSecond: 2 };
