import { Counts, ownersShare } from '@aicp/common/counters/counts';
import { Problem } from '@aicp/common/errors/problem';

/** Without other figures. */
const USUAL = { most: 200, mostOfCaller: 5 };

/**
 * The streams that are open: so many of a caller and of all, and each until its client goes or the service stops. An organization has at most half of what others
 * leave, and what a caller may have at least, so that none keeps others out; the platform counts as one.
 */
export class OpenStreams {
  private readonly most: number;
  private readonly mostOfCaller: number;
  private readonly byCaller = new Counts<string>();
  private readonly byOrganization = new Counts<string | undefined>();
  private readonly ending = new AbortController();
  private count = 0;

  constructor({ most, mostOfCaller }: { most: number; mostOfCaller: number } = USUAL) {
    this.most = most;
    this.mostOfCaller = mostOfCaller;
  }

  /** A place for one more, and when it has to end; `close` gives the place back. Throws a Problem: 429 where there are too many, 503 while the service stops. */
  open(
    caller: string,
    organization: string | undefined,
  ): { readonly signal: AbortSignal; readonly close: () => void } {
    if (this.ending.signal.aborted)
      throw refused(503, 'The service is stopping: connect again.', 1);
    if (this.byCaller.of(caller) >= this.mostOfCaller) {
      throw refused(429, `You have ${this.mostOfCaller} streams open: close one of them.`, 10);
    }
    const shared = this.byOrganization.of(organization);
    if (shared >= ownersShare(this.most, this.count - shared, this.mostOfCaller)) {
      const detail = `Your organization has ${shared} streams open here, which is its share: ask again, or read without a stream.`;
      throw refused(429, detail, 10);
    }
    if (this.count >= this.most) {
      throw refused(
        429,
        'Too many streams are open here: ask again, or read without a stream.',
        10,
      );
    }
    this.byCaller.add(caller, 1);
    this.byOrganization.add(organization, 1);
    this.count += 1;
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, this.ending.signal]);
    return { signal, close: () => this.release({ caller, organization }, gone) };
  }

  /** How many are open. */
  get size(): number {
    return this.count;
  }

  /** Ends all of them. */
  end(): void {
    this.ending.abort();
  }

  private release(
    { caller, organization }: { caller: string; organization: string | undefined },
    gone: AbortController,
  ): void {
    if (gone.signal.aborted) return;
    gone.abort();
    this.count -= 1;
    this.byCaller.add(caller, -1);
    this.byOrganization.add(organization, -1);
  }
}

const refused = (status: number, detail: string, seconds: number): Problem =>
  new Problem(status, detail, { headers: { 'Retry-After': String(seconds) } });
