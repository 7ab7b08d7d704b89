import type { Clock } from '@aicp/common/time/clock';
import { ConnectionPool } from './http1/connection-pool.ts';

const LONGEST_CONNECT_MS = 10_000;
const READ_BYTES = 65_536;

/** A pool as a provider wants it. */
export interface PoolWish {
  readonly origin: string;
  /** How long the provider is waited for; a connection is given up after that, or sooner. */
  readonly timeoutMs: number;
}

/** One pool of connections per origin. */
export class PoolSet {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly readBuffer = Buffer.allocUnsafe(READ_BYTES);
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  of(wish: PoolWish): ConnectionPool {
    const key = keyOf(wish);
    let pool = this.pools.get(key);
    if (!pool) {
      const { readBuffer, clock } = this;
      const origin = new URL(wish.origin);
      const connectTimeoutMs = connectTimeoutMsOf(wish);
      pool = new ConnectionPool({ origin, connectTimeoutMs, readBuffer, clock });
      this.pools.set(key, pool);
    }
    return pool;
  }

  /**
   * Forgets the pools that nobody wishes for any more. They are not closed: a request that began before may still retry there, and
   * their idle connections end by themselves.
   */
  keepOnly(wishes: readonly PoolWish[]): void {
    const wanted = new Set(wishes.map(keyOf));
    for (const key of this.pools.keys()) if (!wanted.has(key)) this.pools.delete(key);
  }

  /** Cuts every connection. */
  destroy(): void {
    for (const pool of this.pools.values()) pool.destroy();
    this.pools.clear();
  }
}

const connectTimeoutMsOf = ({ timeoutMs }: PoolWish): number =>
  Math.min(timeoutMs, LONGEST_CONNECT_MS);

const keyOf = (wish: PoolWish): string => `${wish.origin} ${connectTimeoutMsOf(wish)}`;
