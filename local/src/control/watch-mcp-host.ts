import { pause, systemClock } from '@aicp/common/time/clock';
import { isMcpHostReady } from '../client/probe.ts';
import type { ControlEnvironment } from './environment.ts';

/** How often a host that is not ready is asked, and one that is. */
const EVERY_MS = { starting: 100, ready: 3_000 };

/** The MCP host, as Kubernetes would look after it in a cluster. */
export interface WatchedMcpHost {
  readonly port: number;
  readonly isReady: () => boolean;
  /** Resolves when nobody looks any more. */
  readonly over: Promise<void>;
}

/** Asks the MCP host of this installation whether it is ready, until the signal aborts; undefined where there is none. */
export function watchMcpHost(
  { AICP_MCP_HOST_PORT: port }: Pick<ControlEnvironment, 'AICP_MCP_HOST_PORT'>,
  signal: AbortSignal,
): WatchedMcpHost | undefined {
  if (port === undefined) return undefined;
  let ready = false;
  const look = async (): Promise<void> => {
    do ready = await isMcpHostReady(port);
    while (await pause(systemClock, EVERY_MS[ready ? 'ready' : 'starting'], signal));
  };
  return { port, isReady: () => ready, over: look() };
}
