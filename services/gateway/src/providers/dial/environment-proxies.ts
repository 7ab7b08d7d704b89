import { isIP } from 'node:net';
import { forwardProxy, type ForwardProxy } from './forward-proxy.ts';
import { noProxy } from './no-proxy.ts';

/** The proxies of the process. */
export interface Proxies {
  /** Which one an origin is reached by; undefined: by none. */
  readonly proxyFor: (origin: URL) => ForwardProxy | undefined;
  /** Whether providers of organizations are reached by them too. What such a provider may reach is the proxy's to say then. */
  readonly forTenants: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that names a proxy and cannot be followed. */
export class UnusableProxy extends Error {
  override readonly name = 'UnusableProxy';
}

/**
 * The proxies of the environment: HTTPS_PROXY for https origins, HTTP_PROXY for http, ALL_PROXY where that one is not set; none for what
 * NO_PROXY exempts, nor for this machine. Names in small letters win. Throws an UnusableProxy, without any password, where one is no address of a proxy.
 */
export function environmentProxies(environment: Environment): Proxies['proxyFor'] {
  const all = proxyIn(environment, 'ALL_PROXY');
  const proxies: Readonly<Record<string, ForwardProxy | undefined>> = {
    'https:': proxyIn(environment, 'HTTPS_PROXY') ?? all,
    'http:': proxyIn(environment, 'HTTP_PROXY') ?? all,
  };
  const isExempt = noProxy(valueIn(environment, 'NO_PROXY')?.value ?? '');
  return (origin) =>
    isThisMachine(origin) || isExempt(origin) ? undefined : proxies[origin.protocol];
}

function proxyIn(environment: Environment, variable: string): ForwardProxy | undefined {
  const set = valueIn(environment, variable);
  if (!set) return undefined;
  try {
    return forwardProxy(set.value);
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableProxy(`${set.name} ${error.message}`);
    throw error;
  }
}

function valueIn(environment: Environment, variable: string) {
  for (const name of [variable.toLowerCase(), variable]) {
    const value = environment[name]?.trim() ?? '';
    if (value !== '') return { name, value };
  }
  return undefined;
}

/** No proxy leads back here. */
function isThisMachine({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}
