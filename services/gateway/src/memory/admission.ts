import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestMemory } from './request-memory.ts';

/** Why a request is turned away at the door: too many are under way, or their bodies leave no room for its own. */
export type ShedReason = 'requests' | 'request_bytes';

/**
 * Bounds how many requests are under way at a time. It is asked before anything else is done for a request, so that one that finds no
 * room costs next to nothing, and its answer comes at once however many others wait.
 */
export class Admission {
  /** Requests that may be under way at a time. */
  readonly limit: number;
  /** Requests that were turned away since the start, by reason. */
  readonly shed: Record<ShedReason, number> = { requests: 0, request_bytes: 0 };
  private readonly memory: RequestMemory;
  /** Bytes of the largest body: a larger one is refused for its size, not for want of room. */
  private readonly bodyLimit: number;
  private open = 0;

  constructor(options: { limit: number; memory: RequestMemory; bodyLimit: number }) {
    this.limit = options.limit;
    this.memory = options.memory;
    this.bodyLimit = options.bodyLimit;
  }

  /** Requests that were let in and whose answers are not over. */
  get used(): number {
    return this.open;
  }

  /** Lets a request in until its response is over, or counts that it is turned away and says why. */
  admit(request: IncomingMessage, response: ServerResponse): ShedReason | undefined {
    const reason = this.obstacleTo(request);
    if (reason !== undefined) {
      this.shed[reason] += 1;
      return reason;
    }
    this.open += 1;
    response.once('close', this.leave);
    return undefined;
  }

  /** Why a request would be turned away now; undefined where it would be let in. Takes nothing. */
  obstacleTo({ headers }: IncomingMessage): ShedReason | undefined {
    if (this.open >= this.limit) return 'requests';
    const declared = Number(headers['content-length'] ?? 0);
    const fits = declared > this.bodyLimit || this.memory.hasRoomFor(declared);
    return fits ? undefined : 'request_bytes';
  }

  private readonly leave = (): void => {
    this.open -= 1;
  };
}
