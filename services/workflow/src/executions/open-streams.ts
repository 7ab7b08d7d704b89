import { Problem } from '@aicp/common/errors/problem';

const MOST = 200;
const MOST_OF_CALLER = 5;

/** The streams that are open here, each until its client goes or the service stops. */
export class OpenStreams {
  private readonly byCaller = new Map<string, number>();
  private readonly ending = new AbortController();
  private count = 0;

  /** A place for one more; `close` gives it back, and aborts `signal`. Throws a Problem (429) where there are too many. */
  open(caller: string): { readonly signal: AbortSignal; readonly close: () => void } {
    const own = this.byCaller.get(caller) ?? 0;
    if (own >= MOST_OF_CALLER || this.count >= MOST) {
      throw new Problem(429, 'Too many streams are open: close one, or read without a stream.', {
        headers: { 'Retry-After': '10' },
      });
    }
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
