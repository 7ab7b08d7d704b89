import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { McpHost } from '@aicp/common/mcp/mcp-host';
import type { UpstreamWays } from '@aicp/common/mcp/upstream-ways';
import type { Clock } from '@aicp/common/time/clock';

/** The ways to servers of tools; what speaks their protocol is loaded when the first of them is asked. */
export function waysOf(options: {
  egress: ProviderEgress;
  host: McpHost | undefined;
  clock: Clock;
}): () => Promise<UpstreamWays> {
  let ways: Promise<UpstreamWays> | undefined;
  return () => {
    ways ??= import('@aicp/common/mcp/upstream-ways').then(
      ({ UpstreamWays: Ways }) => new Ways(options),
    );
    return ways;
  };
}
