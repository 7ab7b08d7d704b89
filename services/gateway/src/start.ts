import { join } from 'node:path';
import type { Counters } from '@aicp/common/counters/counters';
import type { Logger } from '@aicp/common/log/logger';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { createRegistry } from '@aicp/common/metrics/registry';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import type { Clock } from '@aicp/common/time/clock';
import { openBackgrounds } from './background/open-backgrounds.ts';
import { HeldIds } from './held/held-ids.ts';
import { sharedSecret } from './seal/shared-secret.ts';
import type { CallRoutes } from './calls/call-routes.ts';
import type { GatewayConfig } from './config/config.ts';
import { openDelegations } from './delegation/open-delegations.ts';
import { openSignOn } from './sign-on/open-sign-on.ts';
import { DecisionLog } from './decisions/decision-log.ts';
import { serve } from './http/serve.ts';
import { Admission } from './memory/admission.ts';
import { candidateStats } from './health/candidate-stats.ts';
import type { HealthBook } from './health/health-book.ts';
import { shareCounters } from './limits/share-counters.ts';
import { Judges } from './guardrails/judges/judges.ts';
import { Limiter } from './limits/limiter.ts';
import { Recount } from './limits/earlier/recount.ts';
import { FairShares } from './memory/fair-shares.ts';
import { ANSWER_BYTES, ERROR_BYTES, Holders } from './memory/holders.ts';
import { RequestMemory } from './memory/request-memory.ts';
import { SharedBudget } from './memory/shared-budget.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import { McpWatch } from './mcp/watch/mcp-watch.ts';
import { Alarms } from './pipeline/exchange/alarms.ts';
import { Deadlines } from './pipeline/exchange/deadlines.ts';
import type { Gateway } from './pipeline/exchange/gateway.ts';
import { BODY_LIMIT } from './pipeline/read.ts';
import type { Protocol } from './protocols/protocol.ts';
import { RealtimeUpgrades } from './realtime/realtime-upgrades.ts';
import { servedApis } from './served-apis.ts';
import { makeThreads } from './threads.ts';
import type { ProviderTypes } from './providers/provider-types.ts';
import { register } from './metrics/family.ts';
import { startTelemetry } from './telemetry/start-telemetry.ts';
import type { TelemetrySettings } from './telemetry/settings/telemetry-settings.ts';
import { LiveSnapshot, type LiveSnapshotOptions } from './snapshot/live-snapshot.ts';
import { IntentEncoder } from './usage/journal/encode.ts';
import { openCache } from './open-cache.ts';
import { Journal } from './usage/journal/journal.ts';
import { FeedbackJournal } from './usage/feedback/feedback-journal.ts';
import { makeDelivery, type Delivery } from './usage/delivery/delivery.ts';

const DECISIONS_KEPT = 256;
/** For 256 errors of 64 KiB at a time; what finds no room is cut. */
const MOST_ERROR_BYTES = 16 * 1_048_576;
/** For the last records, once all requests are over. */
const FLUSH_MS = 5_000;

export interface GatewayDeps {
  /** Where snapshots come from. */
  readonly snapshots: Pick<PollClient, 'poll' | 'close'>;
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
  /** What clients may speak beside OpenAI's chat completions. */
  readonly protocols?: readonly Protocol[] | undefined;
  /** Requests that are none to a model, beside those that are built in. */
  readonly calls?: readonly CallRoutes[] | undefined;
  /** The types that providers may have; absent: all that are built in. */
  readonly providerTypes?: ProviderTypes | undefined;
  /** Whom to tell of requests by OpenTelemetry; absent: nobody. */
  readonly telemetry?: TelemetrySettings | undefined;
}

export interface RunningGateway {
  readonly port: number;
  /** Undefined where /metrics has no port of its own. */
  readonly metricsPort: number | undefined;
  readonly decisions: DecisionLog;
  /** What this replica thinks of providers and models. */
  readonly health: HealthBook;
  /** What requests have taken of the limits. */
  readonly counters: Counters;
  /** Unready first, then no new connections, then streams end or are cut after the drain time, then the journal is closed. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway; resolves when it listens and has a snapshot, or has looked for one in vain. Rejects where a port or the data
 * directory can't be used.
 */
export async function startGateway(
  config: GatewayConfig,
  deps: GatewayDeps,
): Promise<RunningGateway> {
  const { log, clock } = deps;
  await using starting = new AsyncDisposableStack();
  const registry = createRegistry('gateway');
  const directory = join(config.dataDirectory, 'journal');
  const session = `${config.instance}:${uuidV7(clock.now())}`;
  const feedback = starting.use(await openFeedback(config, log));
  const delivery = deliveryOf({ config, deps, session, feedback }, () => ({ journal, snapshot }));
  const recorded = { directory, limits: config.journal, outlet: delivery?.outbox };
  const journal = await Journal.open({ ...recorded, log, clock });
  starting.defer(() => closed(journal, delivery));
  const { snapshot, watch, cache } = receiving(config, deps, {
    ...{ registry, delivery },
    onApplied: (runtime) => {
      recount.begin(runtime);
    },
  });
  starting.defer(() => watch.stop());
  starting.use(cache);
  const shared = { registry, snapshot, session, delivery };
  const { counters, fleet, money } = await shareCounters(config, deps, shared);
  starting.defer(() => counters.close());
  starting.defer(() => fleet?.stop());
  starting.use(money);
  const holders = new Holders();
  const limiter = new Limiter(counters, holders);
  const recount = new Recount({ directory, limiter, counters, log, clock });
  starting.defer(() => recount.stop());
  starting.defer(() => snapshot.stop());
  const { scanner, ...readers } = starting.use(makeThreads((what) => telling(log, what)));
  const runtime = () => (recount.isReady ? snapshot.runtime : undefined);
  const { alarms, telemetry } = await openTelemetry(starting, deps, { config, registry });
  const stats = candidateStats(snapshot.health, fleet);
  const judges = starting.adopt(new Judges({ ...deps, ...config }), (one) => one.close());
  const settling = { journal, runtime, recount, limiter, counters, registry, clock, log };
  const backgrounds = starting.adopt(openBackgrounds(settling), (one) => one.stop());
  const kept = { cache, judges, snapshot, journal, feedback, delivery, limiter, money, holders };
  const told = { scanner, runtime, alarms, telemetry, stats, backgrounds };
  const gateway = gatewayOf(config, deps, { ...kept, ...told });
  starting.defer(() => settled(gateway.metrics));
  const { health } = snapshot;
  const state = () => (recount.isReady ? snapshot.state() : undefined);
  const served = servedApis(readers, config, deps);
  const upgrades = new RealtimeUpgrades(gateway, config.realtime);
  const asked = { gateway, counters, upgrades, ...served, snapshot: { state, health } };
  const serving = await serve({ config, registry, watch, ...asked });
  starting.defer(() => serving.stop());
  await snapshot.start();
  watch.start();
  fleet?.start();
  delivery?.deliverer.start();
  if (snapshot.runtime) await recount.ready;
  log.info({ port: serving.port, instance: config.instance }, 'gateway_started');
  const stop = stopper(starting.move(), log);
  const { port, metricsPort } = serving;
  return { port, metricsPort, decisions: gateway.decisions, health, counters, stop };
}

/** Who is told of requests, and of what goes wrong with them. */
async function openTelemetry(
  starting: AsyncDisposableStack,
  deps: GatewayDeps,
  { config, registry }: { config: GatewayConfig; registry: ReturnType<typeof createRegistry> },
) {
  const alarms = new Alarms(deps);
  const telemetry = await startTelemetry(deps.telemetry, { ...deps, config, alarms });
  starting.defer(() => telemetry?.stop(config.drainMs));
  register(registry, telemetry?.families() ?? []);
  return { alarms, telemetry };
}

/** What receives snapshots, and what goes by what stands in them. */
function receiving(
  config: GatewayConfig,
  deps: GatewayDeps,
  more: Pick<LiveSnapshotOptions, 'registry' | 'delivery' | 'onApplied'>,
) {
  const cache = openCache(config, { ...deps, ...more });
  const watch = new McpWatch({ ...deps, egress: config.egress, host: config.mcpHost });
  const snapshot = new LiveSnapshot({
    ...{ ...deps, ...more, config, watch, cache, client: deps.snapshots },
    onApplied: (runtime) => {
      watch.take(runtime.mcpServers);
      cache.configure(runtime.settings.cache);
      more.onApplied?.(runtime);
    },
  });
  return { snapshot, watch, cache };
}

/** What clients think of answers, as an earlier process left it. */
const openFeedback = ({ dataDirectory }: GatewayConfig, log: Logger): Promise<FeedbackJournal> =>
  FeedbackJournal.open({ directory: join(dataDirectory, 'feedback'), log });

const stopper = (running: AsyncDisposableStack, log: Logger) => async (): Promise<void> => {
  await running.disposeAsync();
  log.info({}, 'gateway_stopped');
};

/** By which records leave this replica, where a budget service is named. What is asked for later is made by then. */
function deliveryOf(
  {
    config,
    deps,
    session,
    feedback,
  }: {
    config: GatewayConfig;
    deps: GatewayDeps;
    session: string;
    feedback: FeedbackJournal;
  },
  later: () => { readonly journal: Journal; readonly snapshot: LiveSnapshot },
): Delivery | undefined {
  const { delivery: settings, dataDirectory, instance: replica } = config;
  if (!settings) return undefined;
  return makeDelivery({
    ...deps,
    settings,
    replica,
    session,
    feedback,
    directories: {
      journal: join(dataDirectory, 'journal'),
      delivery: join(dataDirectory, 'delivery'),
    },
    inFlight: () => later().journal.underWay,
    keepsDecisions: () => (later().snapshot.runtime?.settings.decisionDays ?? 0) > 0,
    onChange: () => {
      later().snapshot.deliveryChanged();
    },
  });
}

/** Delivers what was written last, while there is time, and closes the journal. */
async function closed(journal: Journal, delivery: Delivery | undefined): Promise<void> {
  if (delivery) journal.tick();
  await delivery?.deliverer.stop(FLUSH_MS);
  await journal.close();
}

/** What the stages of all requests share. */
function gatewayOf(
  config: GatewayConfig,
  { log, clock, random }: GatewayDeps,
  made: Pick<
    Gateway,
    | 'cache'
    | 'backgrounds'
    | 'judges'
    | 'scanner'
    | 'journal'
    | 'delivery'
    | 'feedback'
    | 'limiter'
    | 'money'
    | 'holders'
    | 'runtime'
    | 'alarms'
    | 'telemetry'
    | 'stats'
  > & {
    readonly snapshot: LiveSnapshot;
  },
): Gateway {
  const { snapshot, ...shared } = made;
  const { memoryBytes, shares, mostAtOnce, bodyDeadlineMs } = config.requests;
  const memory = new RequestMemory(memoryBytes, new FairShares(shares));
  return {
    ...shared,
    memory,
    admission: new Admission({ limit: mostAtOnce, memory, bodyLimit: BODY_LIMIT }),
    bodyDeadlineMs,
    intents: new IntentEncoder(),
    estimator: snapshot.estimator,
    failovers: snapshot.failovers,
    heldIds: new HeldIds(sharedSecret(config)),
    delegations: openDelegations(config),
    signOn: openSignOn(config, { clock, log }),
    metrics: new RequestMetrics(),
    decisions: new DecisionLog({ capacity: DECISIONS_KEPT, outlet: made.delivery?.decisions }),
    deadlines: new Deadlines(clock, telling(log, 'request_failed')),
    answerBytes: new SharedBudget(config.answerBytes, ANSWER_BYTES, memory.shares),
    errorBytes: new SharedBudget(MOST_ERROR_BYTES, ERROR_BYTES, memory.shares),
    requestTimeoutMs: config.requestTimeoutMs,
    clientStallMs: config.clientStallMs,
    log,
    clock,
    random,
  };
}

/** Logs what somebody failed with, which nobody waits for. */
const telling =
  (log: Logger, event: string) =>
  (error: unknown): void => {
    log.error({ err: error }, event);
  };

/** So many turns of the event loop a request that was cut has to be recorded. */
const SETTLE_TURNS = 1000;

/** Waits for the requests whose connections were cut: each hears of it in a turn to come, and leaves its record. */
async function settled(metrics: RequestMetrics): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS && metrics.inFlight > 0; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
