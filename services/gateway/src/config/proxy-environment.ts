import { ConfigError } from '@aicp/common/config/environment';
import {
  environmentProxies,
  UnusableProxy,
  type Proxies,
} from '../providers/dial/environment-proxies.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxies by which providers are reached, as other programs take them from the environment. Throws a ConfigError where one is none. */
export function proxiesOf(
  environment: Environment,
  { AICP_EGRESS_TENANTS_PROXY }: { readonly AICP_EGRESS_TENANTS_PROXY: 'none' | 'use' },
): Proxies {
  try {
    return {
      proxyFor: environmentProxies(environment),
      forTenants: AICP_EGRESS_TENANTS_PROXY === 'use',
    };
  } catch (error) {
    if (error instanceof UnusableProxy) throw new ConfigError(error.message);
    throw error;
  }
}
