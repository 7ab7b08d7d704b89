import { Problem } from '@aicp/common/errors/problem';

const MOST_OF_CALLER = 5;
const MOST = 200;

/** The streams that are open: so many of a caller and of all, and each until its client goes or the service stops. */
export class OpenStreams {
  private readonly byCaller = new Map<string, number>();
  private readonly ending = new AbortController();
  private count = 0;

  /** A place for one more, and when it has to end; `close` gives the place back. Throws a Problem: 429 where there are too many, 503 while the service stops. */
  open(caller: string): { readonly signal: AbortSignal; readonly close: () => void } {
    if (this.ending.signal.aborted)
      throw refused(503, 'The service is stopping: connect again.', 1);
    const own = this.byCaller.get(caller) ?? 0;
    if (own >= MOST_OF_CALLER) {
      throw refused(429, `You have ${MOST_OF_CALLER} streams open: close one of them.`, 10);
    }
    if (this.count >= MOST) {
      throw refused(429, 'Too many streams are open here: ask again, or poll the figures.', 10);
    }
    this.byCaller.set(caller, own + 1);
    this.count += 1;
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, this.ending.signal]);
    return { signal, close: () => this.release(caller, gone) };
  }

  /** Ends all of them. */
  end(): void {
    this.ending.abort();
  }

  private release(caller: string, gone: AbortController): void {
    if (gone.signal.aborted) return;
    gone.abort();
    this.count -= 1;
    const left = (this.byCaller.get(caller) ?? 1) - 1;
    if (left === 0) this.byCaller.delete(caller);
    else this.byCaller.set(caller, left);
  }
}

const refused = (status: number, detail: string, seconds: number): Problem =>
  new Problem(status, detail, { headers: { 'Retry-After': String(seconds) } });
