import type { RoutingProvider } from '@aicp/contracts/routing/served';
import type { ProviderClient } from '../providers/provider-client.ts';

/** A provider as requests use it. */
export interface RuntimeProvider extends RoutingProvider {
  /** Why no request can be sent there now; undefined: it can serve. */
  readonly unusable: 'inactive' | 'credential missing' | undefined;
  /** For the first byte, and between two chunks. */
  readonly timeoutMs: number;
  /** Attempts beyond the first. */
  readonly maxRetries: number;
  readonly client: ProviderClient;
}
