import { createHash } from 'node:crypto';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import {
  addressGuard,
  LOCAL_TOO,
  type AddressGuard,
  type ResolveName,
} from '@aicp/common/http/address-guard';
import type { Clock } from '@aicp/common/time/clock';
import type { Proxies } from './dial/environment-proxies.ts';
import type { ForwardProxy } from './dial/forward-proxy.ts';
import type { ProxyRoute } from './dial/route.ts';
import type { TlsIdentity } from './dial/tls-identity.ts';
import { ConnectionPool } from './http1/connection-pool.ts';
import type { RequestPool } from './http1/wire-call.ts';
import { Http2Pool } from './http2/http2-pool.ts';

const READ_BYTES = 65_536;

/** A pool as a provider wants it. */
export interface PoolWish {
  readonly origin: string;
  /** Whose provider it is: organizations may not send requests wherever the platform may. */
  readonly owner: 'platform' | 'tenants';
  /** The proxy that the provider names; absent: that of the process, where there is one. */
  readonly proxy?: ForwardProxy | undefined;
  /** Certificates of the provider's own; absent: none. */
  readonly tls?: TlsIdentity | undefined;
  /** Whether HTTP/2 is offered to an https origin. */
  readonly http2?: boolean | undefined;
}

export interface PoolSetOptions {
  readonly egress: ProviderEgress;
  readonly clock: Clock;
  readonly proxies?: Proxies | undefined;
  /** Finds the addresses of names; absent: the system does. */
  readonly resolve?: ResolveName | undefined;
}

/** Whoever set the process's proxy up is trusted with its address: only what is never allowed is refused. */
const ANYWHERE = { ...LOCAL_TOO, networks: ['0.0.0.0/0', '::/0'] };

/** One pool of connections per way to an origin. */
export class PoolSet {
  private readonly pools = new Map<string, RequestPool>();
  private readonly readBuffer = Buffer.allocUnsafe(READ_BYTES);
  private readonly clock: Clock;
  private readonly proxies: Proxies | undefined;
  private readonly guards: Readonly<Record<PoolWish['owner'] | 'proxy', AddressGuard>>;

  constructor({ egress, clock, proxies, resolve }: PoolSetOptions) {
    this.clock = clock;
    this.proxies = proxies;
    this.guards = {
      platform: addressGuard(egress.platform, resolve),
      tenants: addressGuard(egress.tenants, resolve),
      proxy: addressGuard(ANYWHERE, resolve),
    };
  }

  /** Throws a TypeError where an organization's provider names a proxy, which could reach what the organization may not. */
  of(wish: PoolWish): RequestPool {
    const key = keyOf(wish);
    let pool = this.pools.get(key);
    if (!pool) {
      const { readBuffer, clock } = this;
      const origin = new URL(wish.origin);
      const route = {
        origin,
        guard: this.guards[wish.owner],
        proxy: this.proxyFor(origin, wish),
        tls: wish.tls,
      };
      const options = { route, readBuffer, clock };
      pool = wish.http2 ? new Http2Pool(options) : new ConnectionPool(options);
      this.pools.set(key, pool);
    }
    return pool;
  }

  private proxyFor(origin: URL, { owner, proxy }: PoolWish): ProxyRoute | undefined {
    const { guards, proxies } = this;
    const isTenants = owner === 'tenants';
    if (proxy) {
      if (isTenants) throw new TypeError('a provider of an organization uses no proxy of its own');
      return { forward: proxy, guard: guards.platform, looksUp: false };
    }
    if (!proxies || (isTenants && !proxies.forTenants)) return undefined;
    const forward = proxies.proxyFor(origin);
    return forward && { forward, guard: guards.proxy, looksUp: isTenants };
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

/** No secret stands in it, and it is another one with every certificate, so that nobody uses a connection that was opened by another's. */
const keyOf = ({ owner, origin, proxy, tls, http2 }: PoolWish): string =>
  `${owner} ${origin} ${http2 ? 'http2' : ''} ${proxy || tls ? digestOf(JSON.stringify({ proxy, tls })) : ''}`;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
