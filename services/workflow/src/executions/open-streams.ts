import { Problem } from '@aicp/common/errors/problem';

/** How many there may be. */
export interface StreamBounds {
  readonly all: number;
  readonly ofCaller: number;
}

/** One of them. `close` gives its place back, and aborts `signal`, as the end of the service does. */
export interface StreamPlace {
  readonly signal: AbortSignal;
  readonly close: () => void;
}

/** The streams that are open here, each until its client goes or the service stops. */
export class OpenStreams {
  private readonly bounds: StreamBounds;
  private readonly byCaller = new Map<string, number>();
  private readonly ending = new AbortController();
  private count = 0;

  constructor(bounds: StreamBounds) {
    this.bounds = bounds;
  }

  /** A place for one more. Throws a Problem (429) where there are too many. */
  open(caller: string): StreamPlace {
    const place = this.tryOpen(caller);
    if (place) return place;
    throw new Problem(429, 'Too many streams are open: close one, or read without a stream.', {
      headers: { 'Retry-After': '10' },
    });
  }

  /** A place for one more; undefined where there are too many. */
  tryOpen(caller: string): StreamPlace | undefined {
    const own = this.byCaller.get(caller) ?? 0;
    if (own >= this.bounds.ofCaller || this.count >= this.bounds.all) return undefined;
    this.count += 1;
    this.byCaller.set(caller, own + 1);
    const gone = new AbortController();
    const close = (): void => {
      if (gone.signal.aborted) return;
      gone.abort();
      this.count -= 1;
      const left = (this.byCaller.get(caller) ?? 1) - 1;
      if (left > 0) this.byCaller.set(caller, left);
      else this.byCaller.delete(caller);
    };
    return { signal: AbortSignal.any([gone.signal, this.ending.signal]), close };
  }

  /** Ends all of them. */
  end(): void {
    this.ending.abort();
  }
}
