import { join } from 'node:path';
import { listen, type Listening } from '@aicp/common/http/listen';
import type { Logger } from '@aicp/common/log/logger';
import { createRegistry, type Registry } from '@aicp/common/metrics/registry';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { keepCertificate } from '@aicp/common/tls/keep-certificate';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { Express, RequestHandler } from 'express';
import type { GatewayConfig } from './config.ts';
import { DecisionLog } from './decisions/decision-log.ts';
import { createApp, createBareApp } from './http/app.ts';
import { messageClassesOf } from './http/message-classes.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { journalFamilies } from './metrics/journal-families.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import { Alarms } from './pipeline/alarms.ts';
import type { Gateway } from './pipeline/gateway.ts';
import { ClientRegistry } from './providers/client-registry.ts';
import { isRefused, RuntimeBuilder } from './snapshot/runtime-builder.ts';
import type { Runtime } from './snapshot/runtime.ts';
import type { FragmentError } from './snapshot/section-reader.ts';
import { IntentEncoder } from './usage/journal/encode.ts';
import { Journal } from './usage/journal/journal.ts';
import { TokenEstimator } from './usage/token-estimator.ts';

const VERSION = '0.1.0';
const DECISIONS_KEPT = 256;

export interface GatewayDeps {
  /** Where snapshots come from. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}

export interface RunningGateway {
  readonly port: number;
  /** Undefined where /metrics has no port of its own. */
  readonly metricsPort: number | undefined;
  readonly decisions: DecisionLog;
  /** Unready first, then no new connections, then streams end or are cut after the drain time, then the journal is closed. */
  stop(): Promise<void>;
}

/** Starts a gateway; resolves when it listens, with or without a snapshot. Rejects where a port or the data directory can't be used. */
export async function startGateway(
  config: GatewayConfig,
  deps: GatewayDeps,
): Promise<RunningGateway> {
  const { log, clock } = deps;
  const registry = createRegistry('gateway');
  const journal = await Journal.open({
    directory: join(config.dataDirectory, 'journal'),
    limits: config.journal,
    log,
  });
  const snapshots = new Snapshots({ config, deps, registry });
  const gateway: Gateway = {
    runtime: () => snapshots.runtime,
    journal,
    intents: new IntentEncoder(),
    estimator: snapshots.estimator,
    metrics: new RequestMetrics(),
    decisions: new DecisionLog({ capacity: DECISIONS_KEPT }),
    alarms: new Alarms({ log, clock }),
    log,
    clock,
    random: deps.random,
  };
  const serving = await serve({ config, gateway, registry, snapshots });
  await snapshots.start();
  log.info({ port: serving.port, instance: config.instance }, 'gateway_started');
  return {
    port: serving.port,
    metricsPort: serving.metricsPort,
    decisions: gateway.decisions,
    stop: async () => {
      await serving.stop();
      await snapshots.stop();
      await journal.close();
      log.info({}, 'gateway_stopped');
    },
  };
}

/** Receives snapshots and holds what requests use of the newest. */
class Snapshots {
  readonly estimator = new TokenEstimator();
  runtime: Runtime | undefined;

  private readonly receiver: SnapshotReceiver;
  private readonly clients: ClientRegistry;
  private readonly builder: RuntimeBuilder;
  private readonly clock: Clock;

  constructor(options: { config: GatewayConfig; deps: GatewayDeps; registry: Registry }) {
    const { config, deps, registry } = options;
    this.clock = deps.clock;
    this.clients = new ClientRegistry(deps);
    this.builder = new RuntimeBuilder({
      clientFor: (fragment, apiKey) => this.clients.clientFor(fragment, apiKey),
    });
    this.receiver = new SnapshotReceiver({
      service: 'gateway',
      instance: config.instance,
      version: VERSION,
      client: deps.snapshots,
      directory: join(config.dataDirectory, 'snapshot'),
      ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
      apply: (snapshot) => this.apply(snapshot),
      log: deps.log,
      clock: deps.clock,
      random: deps.random,
      registry,
    });
  }

  start(): Promise<void> {
    return this.receiver.start();
  }

  async stop(): Promise<void> {
    await this.receiver.stop();
    await this.clients.close();
  }

  state() {
    const { status } = this.receiver;
    if (!status) return undefined;
    const { epoch, revision } = status.manifest;
    const ageSeconds = (this.clock.now() - status.appliedAt) / 1000;
    return { epoch, revision, source: status.origin, ageSeconds };
  }

  private apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const built = this.builder.build(snapshot);
    if (isRefused(built)) {
      this.clients.rollback();
      return built;
    }
    this.clients.commit();
    this.estimator.keepOnly((model) => built.catalog.has(model));
    this.runtime = built;
    return [];
  }
}

async function serve(options: {
  config: GatewayConfig;
  gateway: Gateway;
  registry: Registry;
  snapshots: Snapshots;
}): Promise<{ port: number; metricsPort: number | undefined; stop(): Promise<void> }> {
  const { config, gateway, registry, snapshots } = options;
  let isDraining = false;
  const metrics = metricsRoute({
    registry,
    families: () => [...gateway.metrics.families(), ...journalFamilies(gateway.journal)],
  });
  const own = config.metricsPort !== undefined;
  const app = createApp({
    gateway,
    health: { config: () => snapshots.state(), isDraining: () => isDraining },
    metrics: own ? undefined : metrics,
  });
  const ending = new AbortController();
  const main = await listenForRequests(app, { config, gateway, signal: ending.signal });
  const aside = await listenForScrapes(metrics, config);
  return {
    port: main.port,
    metricsPort: aside?.port,
    stop: async () => {
      isDraining = true;
      ending.abort();
      await main.close(config.drainMs);
      await aside?.close(0);
    },
  };
}

/** Opens the API's port, with TLS where there is a certificate; a renewed one is taken up until the signal aborts. */
async function listenForRequests(
  app: Express,
  options: { config: GatewayConfig; gateway: Gateway; signal: AbortSignal },
): Promise<Listening> {
  const { config, gateway, signal } = options;
  const { host, port, tls: read } = config;
  const classes = messageClassesOf(app);
  if (!read) return await listen(app, { host, port, classes });
  const inUse = await read();
  const listening = await listen(app, { host, port, classes, tls: inUse });
  const { log, clock } = gateway;
  void keepCertificate({ server: listening.server, read, inUse, log, clock, signal });
  return listening;
}

async function listenForScrapes(
  metrics: RequestHandler,
  { host, metricsPort }: GatewayConfig,
): Promise<Listening | undefined> {
  if (metricsPort === undefined) return undefined;
  const app = createBareApp();
  app.get('/metrics', metrics);
  return await listen(app, { host, port: metricsPort });
}
