/** So many predictions are remembered until their request is in the ledger. */
const MOST = 20_000;

/** What was foretold of a request. */
export interface Foretold {
  /** Of whom: somebody else's request of the same id is another one. */
  readonly key: string;
  /** Who was to serve it, as a factor is known by. */
  readonly provider: string;
  readonly upstreamModel: string;
  /** Tokens of its prompt, as we count; undefined where it held more than text. */
  readonly tokens: number | undefined;
  /** Nano-USD; undefined where the model had no price. */
  readonly cost: bigint | undefined;
}

/** Predictions that were asked for under the id (`X-Request-Id`) that the request itself was sent with afterwards: they can be held against what it cost. */
export class ForetoldRequests {
  private readonly byRequest = new Map<string, Foretold>();

  note(requestId: string, foretold: Foretold): void {
    this.byRequest.set(placeOf(requestId, foretold.key), foretold);
    if (this.byRequest.size <= MOST) return;
    const [oldest] = this.byRequest.keys();
    if (oldest !== undefined) this.byRequest.delete(oldest);
  }

  /** Hands out what was foretold of a request, once. */
  take(requestId: string, key: string): Foretold | undefined {
    const place = placeOf(requestId, key);
    const foretold = this.byRequest.get(place);
    this.byRequest.delete(place);
    return foretold;
  }
}

/** Ids of requests hold no space. */
const placeOf = (requestId: string, key: string): string => `${key} ${requestId}`;
