import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotReport } from '@aicp/api-kit/service/snapshot-health';
import type { ProcessParts } from '@aicp/api-kit/service/service';
import { listen } from '@aicp/common/http/listen';
import { createRegistry } from '@aicp/common/metrics/registry';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import { keepCertificate } from '@aicp/common/tls/keep-certificate';
import type { RequestListener } from 'node:http';
import { Serving } from './asking/serving.ts';
import { ProgramRecords } from './child/program-records.ts';
import type { McpHostConfig } from './config.ts';
import { createApp, createMetricsApp } from './http/app.ts';
import { HostedServers } from './servers/hosted-servers.ts';
import { takeCommands } from './snapshot/take-commands.ts';

const VERSION = '0.1.0';
/** For requests that are under way when the host stops. */
const DRAIN_MS = 5_000;

export interface McpHostDeps extends ProcessParts {
  /** Asks the operator for snapshots; closed when the host stops. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
}

export interface RunningMcpHost {
  readonly port: number;
  /** Undefined where /metrics has no port of its own. */
  readonly metricsPort: number | undefined;
  /** Ends all programs at once, for a process that is about to end without `stop`. */
  abandon(): void;
  /** Takes no new requests, lets open ones end, and ends all programs. */
  stop(): Promise<void>;
}

/** Starts an MCP host; resolves when it listens and has a snapshot, or has looked for one in vain. Rejects where a port or the data directory can't be used. */
export async function startMcpHost(
  config: McpHostConfig,
  deps: McpHostDeps,
): Promise<RunningMcpHost> {
  const { clock, log } = deps;
  await using starting = new AsyncDisposableStack();
  const registry = createRegistry('mcp-host');
  const directory = join(config.dataDirectory, 'servers');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const records = await ProgramRecords.open(join(config.dataDirectory, 'programs'), log);
  const servers = new HostedServers({ ...deps, ...config, directory, records });
  starting.defer(() => servers.stop());
  const serving = new Serving((error) => {
    log.debug({ err: error }, 'mcp_request_refused');
  });
  starting.defer(() => serving.close());
  const receiver = new SnapshotReceiver({
    ...deps,
    service: 'mcp-host',
    instance: config.instance,
    version: VERSION,
    client: deps.snapshots,
    directory: join(config.dataDirectory, 'snapshot'),
    ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
    apply: takeCommands((commands) => {
      servers.take(commands);
    }),
    registry,
  });
  let isDraining = false;
  const app = createApp({
    ...{ servers, serving, log },
    secret: config.secret,
    snapshot: () => snapshotReport(receiver, clock),
    isDraining: () => isDraining,
  });
  const port = await open(app, config, { deps, starting });
  starting.defer(() => {
    isDraining = true;
  });
  const metricsPort = await openMetrics(createMetricsApp(registry), config, starting);
  await receiver.start();
  starting.defer(() => receiver.stop());
  log.info({ port, instance: config.instance }, 'mcp_host_started');
  const running = starting.move();
  return {
    port,
    metricsPort,
    abandon: () => {
      servers.abandon();
    },
    stop: async () => {
      await running.disposeAsync();
      log.info({}, 'mcp_host_stopped');
    },
  };
}

/** Opens the port, with TLS where there is a certificate; a renewed one is taken up. */
async function open(
  app: RequestListener,
  { host, port, tls: read }: McpHostConfig,
  { deps, starting }: { readonly deps: McpHostDeps; readonly starting: AsyncDisposableStack },
): Promise<number> {
  const inUse = await read?.();
  const listening = await listen(app, { host, port, ...(inUse ? { tls: inUse } : {}) });
  const ending = new AbortController();
  starting.defer(async () => {
    ending.abort();
    await listening.close(DRAIN_MS);
  });
  const { signal } = ending;
  if (read && inUse) {
    void keepCertificate({ ...deps, server: listening.server, read, inUse, signal });
  }
  return listening.port;
}

async function openMetrics(
  app: RequestListener,
  { host, metricsPort }: McpHostConfig,
  starting: AsyncDisposableStack,
): Promise<number | undefined> {
  if (metricsPort === undefined) return undefined;
  const listening = await listen(app, { host, port: metricsPort });
  starting.defer(() => listening.close(0));
  return listening.port;
}
