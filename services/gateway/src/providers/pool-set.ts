import { Pool } from 'undici';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;

/** One pool of connections per origin, without a limit on how many: a stream holds its connection for as long as it lasts. */
export class PoolSet {
  private readonly pools = new Map<string, Pool>();

  of(origin: string): Pool {
    let pool = this.pools.get(origin);
    if (!pool) {
      pool = new Pool(origin, {
        connections: null,
        pipelining: 1,
        allowH2: false,
        connectTimeout: CONNECT_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
      });
      this.pools.set(origin, pool);
    }
    return pool;
  }

  /**
   * Forgets the pools of other origins. They are not closed: a request that began before may still retry there, and their idle
   * connections end by themselves.
   */
  keepOnly(origins: Iterable<string>): void {
    const wanted = new Set(origins);
    for (const origin of this.pools.keys()) if (!wanted.has(origin)) this.pools.delete(origin);
  }

  /** Cuts every connection. */
  async destroy(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    this.pools.clear();
  }
}
