/** A response may be so large, what one lane holds, and all that are being read together, bytes. */
const LARGEST_RESPONSE = 32 * 1_048_576;
const MOST_OF_LANE = LARGEST_RESPONSE;
const MOST_TOGETHER = 2 * LARGEST_RESPONSE;

/** Room in memory for responses that nobody but the gateway reads: no client's share has it. */
export class AnswerRoom {
  private taken = 0;
  private readonly ofLanes = new Map<string, number>();

  /** Room for one response, until it is given back. `lane`: whose answers have no more together than one may have, so that others have the rest; absent: it stands for itself. */
  open(lane?: string): { take: (bytes: number) => boolean; giveBack: () => void } {
    let own = 0;
    const ofLane = (): number => (lane === undefined ? 0 : (this.ofLanes.get(lane) ?? 0));
    const note = (bytes: number): void => {
      own += bytes;
      this.taken += bytes;
      if (lane === undefined) return;
      const all = ofLane() + bytes;
      if (all > 0) this.ofLanes.set(lane, all);
      else this.ofLanes.delete(lane);
    };
    return {
      take: (bytes) => {
        const hasRoom =
          own + bytes <= LARGEST_RESPONSE &&
          ofLane() + bytes <= MOST_OF_LANE &&
          this.taken + bytes <= MOST_TOGETHER;
        if (hasRoom) note(bytes);
        return hasRoom;
      },
      giveBack: () => {
        note(-own);
      },
    };
  }
}
