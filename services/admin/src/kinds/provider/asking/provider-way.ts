import { request as overHttp } from 'node:http';
import { request as overHttps, type RequestOptions } from 'node:https';
import { connect as connectTls } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from '@aicp/common/http/address-guard';

/** What of TLS a provider has of its own. */
export interface ProviderTls {
  /** PEM; undefined: the authorities of the process. */
  readonly ca?: string | undefined;
  /** PEM; undefined: it is not told who asks. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Undefined: the host of its address. */
  readonly servername?: string | undefined;
}

/** The proxy that a provider of the platform names. */
export interface ProviderProxy {
  readonly url: URL;
  /** `name:password`; undefined: it asks for none. */
  readonly credentials?: string | undefined;
  /** Looks at the proxy's addresses. */
  readonly guard: AddressGuard;
}

/** How a provider is reached, as gateways reach it; absent: directly, by the certificates of the process. */
export interface ProviderWay {
  readonly tls?: ProviderTls | undefined;
  readonly proxy?: ProviderProxy | undefined;
}

/** What the proxy did instead of letting a request through. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
}

/** What a request is made with to go this way, by node:http and node:https. */
export function settingsOf({ tls = {}, proxy }: ProviderWay, url: URL): RequestOptions {
  const own = Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
  if (!proxy) return url.protocol === 'https:' ? own : {};
  proxy.guard.requireAllowed(proxy.url);
  if (url.protocol === 'https:') {
    return {
      createConnection: (_, opened) => {
        openTunnel(
          { proxy, url, tls: { host: bare(url.hostname), servername: nameOf(url), ...own } },
          opened,
        );
        return undefined;
      },
    };
  }
  const { hostname, port, protocol } = proxy.url;
  return {
    ...{ protocol, hostname: bare(hostname), port: port || portOf(proxy.url), path: url.href },
    ...{ lookup: proxy.guard.lookup, servername: nameOf(proxy.url) },
    headers: { host: url.host, ...authorizationOf(proxy) },
  };
}

type Opened = (error: Error | null, socket: Duplex) => void;

/** Has the proxy connect, and speaks TLS with the provider behind it. */
function openTunnel(
  {
    proxy,
    url,
    tls,
  }: { proxy: ProviderProxy; url: URL; tls: ProviderTls & { readonly host: string } },
  opened: Opened,
): void {
  const target = `${url.hostname}:${url.port || portOf(url)}`;
  const none = undefined as unknown as Duplex;
  const { hostname, port, protocol } = proxy.url;
  const asked = (protocol === 'https:' ? overHttps : overHttp)({
    ...{ protocol, hostname: bare(hostname), port: port || portOf(proxy.url), agent: false },
    ...{ method: 'CONNECT', path: target, lookup: proxy.guard.lookup, timeout: TIMEOUT_MS },
    headers: { host: target, ...authorizationOf(proxy) },
    servername: nameOf(proxy.url),
  });
  asked.on('connect', ({ statusCode = 0 }, socket) => {
    // RFC 9110, 9.3.6.
    if (statusCode >= 200 && statusCode < 300) opened(null, connectTls({ socket, ...tls }));
    else {
      socket.destroy();
      opened(new ProxyFault(`its proxy ${proxy.url.host} answers ${statusCode}`), none);
    }
  });
  asked.on('timeout', () => asked.destroy(new Error('it does not answer in time')));
  asked.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code ?? error.message;
    opened(new ProxyFault(`its proxy ${proxy.url.host} cannot be asked (${why})`), none);
  });
  asked.end();
}

const TIMEOUT_MS = 10_000;

const portOf = ({ protocol }: URL): string => (protocol === 'https:' ? '443' : '80');

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Whom TLS asks for: the host of this address, whatever the request to it says. Addresses are no names in TLS, which is then told none. */
const nameOf = ({ hostname }: URL): string => (/^\[|^[\d.]+$/.test(hostname) ? '' : hostname);

const authorizationOf = ({ credentials }: ProviderProxy): Record<string, string> =>
  credentials === undefined
    ? {}
    : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
