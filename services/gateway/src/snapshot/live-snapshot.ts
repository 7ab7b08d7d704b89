import { join } from 'node:path';
import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { PollClient } from '@aicp/common/snapshot/poll-client';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import type {
  CacheReport,
  CountersReport,
  DeliveryReport,
  McpServerReport,
} from '@aicp/contracts/poll/health-report';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { GatewayConfig } from '../config/config.ts';
import { IN_MEMORY } from '../health/counting.ts';
import { Failovers } from '../failover/failovers.ts';
import { HealthBook } from '../health/health-book.ts';
import type { ModelHealth } from '../health/model-health.ts';
import { ClientRegistry, type Unusable } from '../providers/client-registry.ts';
import type { ProviderTypes } from '../providers/provider-types.ts';
import { TokenEstimator } from '../usage/token-estimator.ts';
import { isRefused, RuntimeBuilder } from './runtime-builder.ts';
import type { Runtime } from '../routing/runtime.ts';
import type { FragmentError } from '@aicp/common/snapshot/section-reader';

const VERSION = '0.1.0';
const NOT_DELIVERED: DeliveryReport = { mode: 'off', lag_seconds: 0, left: 0 };

export interface LiveSnapshotOptions {
  readonly config: Pick<
    GatewayConfig,
    'instance' | 'dataDirectory' | 'bootDirectory' | 'egress' | 'proxies' | 'cloud' | 'metadataHost'
  >;
  /** Where snapshots come from. */
  readonly client: Pick<PollClient, 'poll' | 'close'>;
  readonly registry: Registry;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly providerTypes?: ProviderTypes | undefined;
  /** By which records of usage leave this replica; absent: they stay. */
  readonly delivery?: { readonly deliverer: { report(): DeliveryReport } } | undefined;
  /** The answers that this replica keeps. */
  readonly cache: CacheReport;
  /** What is seen of the MCP servers. */
  readonly watch: {
    report(): McpServerReport[];
    onChange(listener: () => void): void;
  };
  /** Hears of each snapshot that is in use from now on. */
  readonly onApplied?: (runtime: Runtime) => void;
}

/** Somebody has to look at a provider that cannot be asked. */
const telling = (log: Logger) => (of: Unusable) => {
  log.error(of, 'provider_unusable');
};

/** What is known of the snapshot in use. */
export interface SnapshotState {
  readonly epoch: number;
  readonly revision: number;
  readonly source: string;
  /** Seconds since it was applied. */
  readonly ageSeconds: number;
  /** Objects that could not be taken in, and whose absence may leave something open. */
  readonly degraded: readonly string[];
}

/** Receives snapshots and holds what requests use of the newest. */
export class LiveSnapshot {
  readonly estimator = new TokenEstimator();
  /** What this replica thinks of the providers and models. */
  readonly health: HealthBook;
  /** How it stands to the failover rules. */
  readonly failovers: Failovers;
  /** Undefined until the first is applied. */
  runtime: Runtime | undefined;

  private readonly receiver: SnapshotReceiver;
  private readonly clients: ClientRegistry;
  private readonly builder: RuntimeBuilder;
  private readonly clock: Clock;
  private readonly onApplied: LiveSnapshotOptions['onApplied'];
  private counting = IN_MEMORY;
  private tellHealth: () => void = () => undefined;

  constructor(options: LiveSnapshotOptions) {
    const { config, client, registry, log, clock, random, providerTypes } = options;
    this.clock = clock;
    this.onApplied = options.onApplied;
    this.health = new HealthBook({
      clock,
      random,
      onChange: (of, isOpen) => {
        if (isOpen) log.warn(of, 'circuit_opened');
        else log.info(of, 'circuit_closed');
        this.tellHealth();
      },
    });
    const onChange = (): void => {
      this.tellHealth();
    };
    this.failovers = new Failovers({ clock, random, log, onChange });
    options.watch.onChange(onChange);
    this.clients = new ClientRegistry({
      egress: config.egress,
      cloud: config.cloud,
      proxies: config.proxies,
      metadataHost: config.metadataHost,
      clock,
      random,
      types: providerTypes,
      onUnusable: telling(log),
    });
    this.builder = new RuntimeBuilder({
      clientFor: (wish) => this.clients.clientFor(wish),
      health: this.health,
    });
    this.receiver = new SnapshotReceiver({
      service: 'gateway',
      instance: config.instance,
      version: VERSION,
      client,
      directory: join(config.dataDirectory, 'snapshot'),
      ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
      apply: (snapshot) => this.apply(snapshot),
      health: {
        report: () => ({
          ...this.health.summary(),
          failovers: this.failovers.report(),
          mcp_servers: options.watch.report(),
          counters: this.counting,
          cache: { entries: options.cache.entries },
          delivery: options.delivery?.deliverer.report() ?? NOT_DELIVERED,
        }),
        onChange: (tell) => {
          this.tellHealth = tell;
        },
      },
      log,
      clock,
      random,
      registry,
    });
  }

  /** Resolves when the first snapshot is applied, or none could be had. */
  start(): Promise<void> {
    this.failovers.start();
    return this.receiver.start();
  }

  /** Ends the polling and every connection to a provider. */
  async stop(): Promise<void> {
    await this.receiver.stop();
    await this.failovers.stop();
    this.clients.close();
  }

  /** The models that strategies order: what this replica has seen of each, once. */
  groupMembers(): ModelHealth[] {
    const groups = this.runtime?.catalog.groups ?? [];
    const members = groups.flatMap((group) => group.members.map(({ model }) => model.health));
    return [...new Set(members)];
  }

  /** Where this replica counts now, for the operator, which hears of a change at once. */
  countsIn(counting: CountersReport): void {
    if (counting === this.counting) return;
    this.counting = counting;
    this.tellHealth();
  }

  /** The operator hears at once of what changed of that. */
  deliveryChanged(): void {
    this.tellHealth();
  }

  /** How many gateways there are, this one among them, as the operator said last. At least 1. */
  expectedReplicas(): number {
    return this.receiver.expectedReplicas();
  }

  /** What runs; undefined until there is something. */
  state(): SnapshotState | undefined {
    const { status } = this.receiver;
    if (!status) return undefined;
    const { epoch, revision } = status.manifest;
    const ageSeconds = (this.clock.now() - status.appliedAt) / 1000;
    const { degraded } = status;
    return { epoch, revision, source: status.origin, ageSeconds, degraded };
  }

  private apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const built = this.builder.build(snapshot);
    if (isRefused(built)) {
      this.clients.rollback();
      return built;
    }
    this.clients.commit();
    const models = new Set(built.catalog.models.map(({ name }) => name));
    this.estimator.keepOnly((name) => models.has(name));
    this.failovers.take(built);
    this.runtime = built;
    this.onApplied?.(built);
    return [];
  }
}
