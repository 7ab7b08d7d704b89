import { listen, type Aside, type Listening } from '@aicp/common/http/listen';
import { metricsHandler, type Registry } from '@aicp/common/metrics/registry';
import { register, type Family } from '../metrics/family.ts';
import { keepCertificate } from '@aicp/common/tls/keep-certificate';
import { readFile } from 'node:fs/promises';
import type { Counters } from '@aicp/common/counters/counters';
import { countsRoute } from './counts-route.ts';
import type { Express, RequestHandler } from 'express';
import type { GatewayConfig } from '../config/config.ts';
import type { HealthBook } from '../health/health-book.ts';
import { healthFamilies } from '../metrics/health-families.ts';
import { deliveryFamilies } from '../metrics/delivery-families.ts';
import { journalFamilies } from '../metrics/journal-families.ts';
import { memoryFamilies } from '../metrics/memory-families.ts';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import type { CallRoutes } from '../calls/call-routes.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { McpWatch } from '../mcp/watch/mcp-watch.ts';
import { McpRoutes } from './mcp-routes.ts';
import { sharedSecret } from '../seal/shared-secret.ts';
import { createApp, createBareApp } from './app.ts';
import { openLane } from './open-lane.ts';
import type { HealthSource } from './health-routes.ts';
import { boundPipelining, type AnswersOf } from '@aicp/common/http/pipelining';
import { answerExpectations, answerUnreadable } from './expectations.ts';
import { messageClassesOf } from './message-classes.ts';

export interface Serving {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Unready first, then no new connections; what lasts longer than the drain time is cut. */
  stop(): Promise<void>;
}

/** What takes connections out of HTTP, and keeps them. */
export interface Upgrades extends Aside {
  /** Takes those of a server that listens. `answersOf`: what its requests are answered. */
  listen(server: Listening['server'], answersOf: AnswersOf): void;
  /** For Prometheus. */
  families(): readonly Family[];
}

/** Opens the gateway's ports. Rejects with the system's error where one can't be had. */
export async function serve(options: {
  readonly config: GatewayConfig;
  readonly gateway: Gateway;
  readonly counters: Counters;
  readonly protocols: readonly Protocol[];
  readonly calls: readonly CallRoutes[];
  readonly upgrades: Upgrades;
  readonly registry: Registry;
  readonly watch: Pick<McpWatch, 'upstreams'>;
  readonly snapshot: {
    readonly state: HealthSource['config'];
    readonly health: Pick<HealthBook, 'targets'>;
  };
}): Promise<Serving> {
  const { config, gateway, protocols, calls, registry, snapshot, watch, upgrades } = options;
  let isDraining = false;
  register(registry, [
    ...requestFamilies(gateway),
    ...memoryFamilies(gateway),
    ...journalFamilies(gateway.journal),
    ...deliveryFamilies(gateway.delivery),
    ...healthFamilies(snapshot.health),
    ...gateway.failovers.families(),
    ...upgrades.families(),
  ]);
  const metrics = metricsHandler(registry);
  const own = config.metricsPort !== undefined;
  const { corsOrigins } = config;
  const mcp = new McpRoutes({ gateway, watch, corsOrigins, secret: sharedSecret(config) });
  const app = createApp({
    gateway,
    protocols,
    calls: [mcp.routes, ...calls],
    health: {
      config: () => snapshot.state(),
      journal: gateway.journal,
      isDraining: () => isDraining,
    },
    metrics: own ? undefined : metrics,
    counts: await countsOf(options),
    corsOrigins,
  });
  const ending = new AbortController();
  const main = await listenForRequests(app, { config, gateway, signal: ending.signal });
  openAsides(main, options);
  const aside = await listenForScrapes(metrics, config);
  return {
    port: main.port,
    metricsPort: aside?.port,
    stop: async () => {
      isDraining = true;
      ending.abort();
      await main.close(config.drainMs);
      await mcp.close();
      await aside?.close(0);
    },
  };
}

type Asked = Pick<Parameters<typeof serve>[0], 'config' | 'gateway' | 'protocols' | 'upgrades'>;

/** What reads connections of its own, the lane of plain requests and realtime sessions, and what answers beside the routes. */
function openAsides(
  { server, asides }: Listening,
  { config, gateway, protocols, upgrades }: Asked,
): void {
  const answersOf = boundPipelining(server);
  answerUnreadable(server, answersOf);
  if (config.fastLane && config.corsOrigins.length === 0)
    asides.push(openLane(server, gateway, protocols));
  answerExpectations(server, gateway);
  upgrades.listen(server, answersOf);
  asides.push(upgrades);
}

/** Who knows the token of the file may ask how the limits stand. */
async function countsOf({
  config: { countsTokenFile: file },
  gateway,
}: {
  readonly config: GatewayConfig;
  readonly gateway: Gateway;
}): Promise<RequestHandler | undefined> {
  if (file === undefined) return undefined;
  return countsRoute(gateway, (await readFile(file, 'utf8')).trim());
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

const requestFamilies = ({ metrics, cache }: Gateway): Family[] => [
  ...metrics.families(),
  ...metrics.caching.families(() => cache),
];
