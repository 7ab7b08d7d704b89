import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard, type AddressGuard } from '@aicp/common/http/address-guard';
import type { Clock } from '@aicp/common/time/clock';
import { ConnectionPool } from './connection-pool.ts';

const READ_BYTES = 65_536;

/** A pool as a provider wants it. */
export interface PoolWish {
  readonly origin: string;
  /** Whose provider it is: organizations may not send requests wherever the platform may. */
  readonly owner: 'platform' | 'tenants';
}

/** One pool of connections per origin and owner. */
export class PoolSet {
  private readonly pools = new Map<string, ConnectionPool>();
  private readonly readBuffer = Buffer.allocUnsafe(READ_BYTES);
  private readonly clock: Clock;
  private readonly guards: Readonly<Record<PoolWish['owner'], AddressGuard>>;

  constructor({ egress, clock }: { egress: ProviderEgress; clock: Clock }) {
    this.clock = clock;
    this.guards = {
      platform: addressGuard(egress.platform),
      tenants: addressGuard(egress.tenants),
    };
  }

  of(wish: PoolWish): ConnectionPool {
    const key = keyOf(wish);
    let pool = this.pools.get(key);
    if (!pool) {
      const { readBuffer, clock } = this;
      const origin = new URL(wish.origin);
      pool = new ConnectionPool({
        origin,
        readBuffer,
        clock,
        guard: this.guards[wish.owner],
      });
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

const keyOf = ({ owner, origin }: PoolWish): string => `${owner} ${origin}`;
