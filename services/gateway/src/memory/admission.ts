import type { ClientRequest, ClientResponse } from '../client/client.ts';
import type { ShareReason } from './fair-shares.ts';
import { SLOTS, type KeyHolder } from './holders.ts';
import type { RequestMemory } from './request-memory.ts';

/** Why a request is turned away: too many are under way, their bodies leave no room for its own, or its key or organization has its share of either. */
export type ShedReason = 'requests' | 'request_bytes' | ShareReason;

/**
 * Bounds how many requests are under way at a time. It is asked before anything else is done for a request, so that one that finds no
 * room costs next to nothing, and its answer comes at once however many others wait.
 */
export class Admission {
  /** Requests that may be under way at a time. */
  readonly limit: number;
  /** Requests that were turned away since the start, by reason. */
  readonly shed: Record<ShedReason, number> = {
    requests: 0,
    request_bytes: 0,
    organization_share: 0,
    key_share: 0,
  };
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
  admit(request: ClientRequest, response: ClientResponse): ShedReason | undefined {
    const reason = this.obstacleTo(request);
    if (reason !== undefined) {
      this.shed[reason] += 1;
      return reason;
    }
    this.open += 1;
    response.once('close', this.leave);
    return undefined;
  }

  /**
   * The request of this response is refused. Its answer may have to wait for those before it on its connection, for as long as the client
   * likes; what waits is small, and is under way no more.
   */
  release(response: ClientResponse): void {
    if (response.listenerCount('close', this.leave) === 0) return;
    response.off('close', this.leave);
    this.leave();
  }

  /** Why a request would be turned away now; undefined where it would be let in. Takes nothing. */
  obstacleTo({ headers }: ClientRequest): ShedReason | undefined {
    if (this.open >= this.limit) return 'requests';
    const declared = Number(headers['content-length'] ?? 0);
    const fits = declared > this.bodyLimit || this.memory.hasRoomFor(declared);
    return fits ? undefined : 'request_bytes';
  }

  /**
   * Why a request of a key would be turned away for what its key or its organization hold, now that it is known whose it is. `used`:
   * how many other requests are under way. `declared`: bytes of its body, 0 where it does not say. Takes nothing.
   */
  shareObstacle(asked: {
    readonly holder: KeyHolder;
    readonly used: number;
    readonly declared: number;
  }): ShareReason | undefined {
    const { holder, used, declared } = asked;
    const { memory, limit } = this;
    const ofSlots = memory.shares.obstacleTo({
      lent: SLOTS,
      limit,
      used,
      holder,
      amount: 1,
      own: 0,
    });
    if (ofSlots !== undefined || declared === 0 || declared > this.bodyLimit) return ofSlots;
    return memory.shareObstacle(holder, declared);
  }

  private readonly leave = (): void => {
    this.open -= 1;
  };
}

/** The place of one request: a slot until its answer is over, and a turn until it is settled, where limits count it. */
export class Place {
  private readonly holder: KeyHolder;
  private hasTurn: boolean;
  private hasSlot = true;

  constructor(holder: KeyHolder, hasTurn = true) {
    this.holder = holder;
    this.hasTurn = hasTurn;
    holder.add(SLOTS, 1);
    if (!hasTurn) return;
    holder.turns += 1;
    holder.organization.turns += 1;
  }

  /** Limits on concurrent requests count it no longer. */
  endTurn(): void {
    if (!this.hasTurn) return;
    this.hasTurn = false;
    this.holder.turns -= 1;
    this.holder.organization.turns -= 1;
  }

  /** The answer is over, or the client is gone. */
  leave(): void {
    this.endTurn();
    if (!this.hasSlot) return;
    this.hasSlot = false;
    this.holder.add(SLOTS, -1);
  }
}
