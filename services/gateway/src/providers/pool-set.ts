import { Pool } from 'undici';

const LONGEST_CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

/** A pool as a provider wants it. */
export interface PoolWish {
  readonly origin: string;
  /** How long the provider is waited for; a connection is given up after that, or sooner. */
  readonly timeoutMs: number;
}

/** One pool of connections per origin, without a limit on how many: a stream holds its connection for as long as it lasts. */
export class PoolSet {
  private readonly pools = new Map<string, Pool>();

  of(wish: PoolWish): Pool {
    const key = keyOf(wish);
    let pool = this.pools.get(key);
    if (!pool) {
      pool = new Pool(wish.origin, {
        connections: null,
        pipelining: 1,
        allowH2: false,
        connectTimeout: connectTimeoutMs(wish),
        keepAliveTimeout: KEEP_ALIVE_MS,
      });
      this.pools.set(key, pool);
    }
    return pool;
  }

  /**
   * Forgets the pools that nobody wishes for any more. They are not closed: a request that began before may still retry there, and their idle
   * connections end by themselves.
   */
  keepOnly(wishes: readonly PoolWish[]): void {
    const wanted = new Set(wishes.map(keyOf));
    for (const key of this.pools.keys()) if (!wanted.has(key)) this.pools.delete(key);
  }

  /** Cuts every connection. */
  async destroy(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    this.pools.clear();
  }
}

const connectTimeoutMs = ({ timeoutMs }: PoolWish): number =>
  Math.min(timeoutMs, LONGEST_CONNECT_MS);

const keyOf = (wish: PoolWish): string => `${wish.origin} ${connectTimeoutMs(wish)}`;
