import type { WebSocket } from 'ws';
import type { ShedReason } from '../../memory/admission.ts';
import type { MemoryShare } from '../../memory/request-memory.ts';

/** Bytes that wait for a reader; beyond them, whoever sends has to wait. */
const MOST_WAITING = 1_048_576;
const AS_TEXT = { binary: false };

/** Where one side of a session is sent its events. */
export class EventOutlet {
  private readonly target: WebSocket;
  private readonly share: MemoryShare;
  private readonly onFull: (missing: ShedReason) => void;

  constructor(target: WebSocket, share: MemoryShare, onFull: (missing: ShedReason) => void) {
    this.target = target;
    this.share = share;
    this.onFull = onFull;
  }

  /** Sends an event. The promise is settled once there is room for more; undefined: there is. */
  send(event: Buffer | string): Promise<void> | undefined {
    const { target, share } = this;
    if (target.readyState !== target.OPEN) return undefined;
    const size = Buffer.byteLength(event);
    const missing = share.take(size);
    if (missing !== undefined) {
      this.onFull(missing);
      return undefined;
    }
    const isRoomy = target.bufferedAmount < MOST_WAITING;
    const sent = new Promise<void>((resolve) => {
      target.send(event, AS_TEXT, () => {
        share.giveBack(size);
        resolve();
      });
    });
    return isRoomy ? undefined : sent;
  }
}
