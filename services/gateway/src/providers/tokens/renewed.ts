import type { Clock } from '@aicp/common/time/clock';

/** Something that is good for a time: a token, keys of a session. */
export interface Lease<T> {
  readonly value: T;
  /** Milliseconds since 1970; Infinity where it does not end. */
  readonly expiresAt: number;
}

export interface RenewedOptions<T> {
  /** Gets a new one. What it rejects with says in words what to do, and holds no secret. */
  readonly obtain: () => Promise<Lease<T>>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A new one is got so long before the old one ends, ms: clocks differ, and a request may wait before it is sent. */
const MARGIN_MS = 300_000;

/** Keeps what ends after a time, and gets it anew in time. However many ask, one is got at a time. */
export class Renewed<T> {
  private readonly options: RenewedOptions<T>;
  private lease: Lease<T> | undefined;
  private flight: Promise<T> | undefined;

  constructor(options: RenewedOptions<T>) {
    this.options = options;
  }

  /** One that is good now. Rejects where there is none and none can be got. */
  async get(): Promise<T> {
    const { lease } = this;
    const left = lease ? lease.expiresAt - this.options.clock.now() : 0;
    if (lease && left > MARGIN_MS) return lease.value;
    const flight = (this.flight ??= this.renew());
    if (!lease || left <= 0) return await flight;
    // The old one is good still, so that nobody waits for the new one, and nobody suffers where it cannot be got yet.
    flight.catch(() => undefined);
    return lease.value;
  }

  /** The value is refused: it is not given again. One that was got since then is kept. */
  forget(value: T): void {
    if (this.lease?.value === value) this.lease = undefined;
  }

  private async renew(): Promise<T> {
    try {
      const lease = await this.options.obtain();
      this.lease = lease;
      return lease.value;
    } finally {
      this.flight = undefined;
    }
  }
}
