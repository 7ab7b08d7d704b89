/** A response may be so large, and all that are being read together, bytes. */
const LARGEST_RESPONSE = 32 * 1_048_576;
const MOST_TOGETHER = 2 * LARGEST_RESPONSE;

/** Room in memory for responses that nobody but the gateway reads: no client's share has it. */
export class AnswerRoom {
  private taken = 0;

  /** Room for one response, until it is given back. */
  open(): { take: (bytes: number) => boolean; giveBack: () => void } {
    let own = 0;
    return {
      take: (bytes) => {
        if (own + bytes > LARGEST_RESPONSE || this.taken + bytes > MOST_TOGETHER) return false;
        own += bytes;
        this.taken += bytes;
        return true;
      },
      giveBack: () => {
        this.taken -= own;
        own = 0;
      },
    };
  }
}
