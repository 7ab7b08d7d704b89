import type { RequestListener } from 'node:http';
import { EventRecorder } from '@aicp/common/kubernetes/event-recorder';
import { LeaseElection } from '@aicp/common/kubernetes/lease-election';
import { createKubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import { kinds } from '@aicp/crds/kinds';
import { Observer } from './audit/observer.ts';
import { ReportClient } from './audit/report-client.ts';
import { createCompiler } from './compile/compile.ts';
import {
  TIMING,
  type OperatorConfig,
  type OperatorDeps,
  type OperatorTiming,
  type OperatorTls,
} from './config.ts';
import { Caches } from './control/caches.ts';
import { FIELD_MANAGER } from './control/control-plane-operator.ts';
import { crdProblems, neededCrds } from './control/crd-check.ts';
import { StatusWriter } from './control/status-writer.ts';
import { WatchingOperator } from './control/watching-operator.ts';
import { createFindings } from './create-findings.ts';
import type { ReportedFindings } from './findings/reported-findings.ts';
import { FleetHealth, HEALTH_KINDS } from './fleet-health/fleet-health.ts';
import { createOperatorMetrics } from './metrics.ts';
import { Reconciler } from './reconcile.ts';
import { Rounds } from './rounds.ts';
import { AckBook } from './snapshot/acks/ack-book.ts';
import { knownStates } from './snapshot/acks/known-states.ts';
import { expectedReplicas, knownReplicas } from './snapshot/acks/replicas.ts';
import { CommittedIndex } from './snapshot/commit/committed-index.ts';
import { SnapshotFeed } from './snapshot/serve/feed.ts';
import { SectionStore } from './snapshot/commit/section-store.ts';
import { authenticatorFor } from './snapshot/serve/authenticator.ts';
import { AckForwarder } from './snapshot/serve/forward-ack.ts';
import { snapshotApp } from './snapshot/serve/poll-route.ts';
import { isTimeZone } from './time-zone.ts';
import { CommitmentMemory } from './spend/commitments/commitment-memory.ts';
import { deliveryLags } from './spend/judge-delivery.ts';
import { ReportedSpend } from './spend/reported-spend.ts';
import { switchedOn } from './spend/switched-on.ts';
import { upkeep } from './upkeep.ts';

const LEASE_NAME = 'aicp-operator';
const ADDRESS_ANNOTATION = 'aicp.dev/snapshot-address';

/** The parts of an operator, put together and not started. */
export class OperatorParts {
  readonly operator: WatchingOperator;
  readonly reconciler: Reconciler;
  readonly rounds: Rounds;
  readonly status: StatusWriter;
  readonly health: FleetHealth;
  readonly spend: ReportedSpend;
  readonly findings: ReportedFindings;
  readonly events: EventRecorder;
  readonly forwarder: AckForwarder;
  /** Undefined where nobody keeps an audit log. */
  readonly audit: { readonly observer: Observer; readonly client: ReportClient } | undefined;
  readonly feed = new SnapshotFeed();
  private readonly config: OperatorConfig;
  private readonly common: OperatorDeps & {
    readonly namespace: string;
    readonly metrics: ReturnType<typeof createKubernetesMetrics>;
  };
  private readonly metrics: ReturnType<typeof createOperatorMetrics>;
  private readonly caches = new Caches();
  private readonly store = new SectionStore();
  private readonly committed: CommittedIndex;
  private readonly acks: AckBook;
  private readonly isSecure: boolean;
  private election: LeaseElection | undefined;

  constructor(config: OperatorConfig, deps: OperatorDeps, tls: OperatorTls | undefined) {
    const { namespace, identity } = config;
    this.config = config;
    this.isSecure = tls !== undefined;
    this.common = { ...deps, namespace, metrics: createKubernetesMetrics(deps.registry) };
    this.metrics = createOperatorMetrics(deps.registry);
    const { common, store } = this;
    this.committed = new CommittedIndex({ ...common, store });
    this.events = new EventRecorder({ ...common, component: FIELD_MANAGER, instance: identity });
    this.acks = this.createAcks();
    this.audit = this.createAudit();
    this.operator = this.createOperator();
    this.health = this.createHealth();
    this.spend = this.createSpend();
    this.findings = this.createFindings();
    this.status = this.createStatus();
    this.reconciler = this.createReconciler();
    this.rounds = this.createRounds();
    this.forwarder = new AckForwarder({ log: deps.log, tls, leaderUrl: () => this.leaderUrl() });
  }

  /** The port that services take their snapshots from. */
  snapshotApp(): RequestListener {
    const { acks, caches, common, config, feed, forwarder, health, spend, findings } = this;
    return snapshotApp({
      ...common,
      feed,
      authenticate: authenticatorFor(config.auth, common),
      record: (poll) => {
        acks.record(poll);
        if (poll.health) health.heard();
        if (poll.spend ?? poll.health?.delivery) spend.noticed();
        if (poll.findings ?? poll.health) findings.noticed();
      },
      forward: forwarder.forward,
      replicas: knownStates({ acks, caches, store: this.store, committed: this.committed }),
      askLeader: (path, token) => forwarder.ask(path, token),
      expectedReplicas: (service) => expectedReplicas(caches.slices()).get(service)?.size,
    });
  }

  /** Makes this process stand for election; `address` is where the other replicas reach it. */
  elect(address: string): LeaseElection {
    this.election = new LeaseElection({
      ...this.common,
      name: LEASE_NAME,
      durationMs: this.timing.leaseMs,
      retryMs: this.timing.leaseRetryMs,
      identity: this.config.identity,
      annotations: { [ADDRESS_ANNOTATION]: address },
      onChange: () => {
        this.reconciler.leaderChanged();
        this.audit?.observer.leaderChanged();
        this.health.leaderChanged();
        this.spend.leaderChanged();
        this.findings.leaderChanged();
        // The leader alone knows who runs what: replicas that wait elsewhere tell a new one with their next poll.
        this.feed.release();
        this.rounds.outsideChanged();
      },
    });
    return this.election;
  }

  private get timing(): OperatorTiming {
    return this.config.timing ?? TIMING;
  }

  private get isLeader(): boolean {
    return this.election?.isLeader ?? false;
  }

  private createAcks(): AckBook {
    return new AckBook({
      clock: this.common.clock,
      onChange: ({ service, applied, rejected }) => {
        if (rejected) this.metrics.nacks.inc({ service });
        else if (applied) this.metrics.acks.inc({ service });
        this.rounds.outsideChanged();
      },
    });
  }

  private createOperator(): WatchingOperator {
    return new WatchingOperator({
      ...this.common,
      kinds,
      caches: this.caches,
      onInput: () => this.rounds.inputChanged(),
      onObject: (kind, name) => {
        this.status.look(kind, name);
        this.spend.objectChanged(kind);
        this.findings.objectChanged(kind);
      },
      observe: (kind, name, object) => this.audit?.observer.see(kind, name, object),
      onIndex: (index) => {
        this.reconciler.indexChanged(index);
        this.rounds.outsideChanged();
      },
    });
  }

  private createAudit(): OperatorParts['audit'] {
    const { audit } = this.config;
    if (!audit) return undefined;
    const client = new ReportClient(audit);
    const observer = new Observer({
      ...this.common,
      kinds: kinds.map(({ kind }) => kind),
      send: client.send,
      isLeader: () => this.isLeader,
      hasSynced: () => this.operator.hasSynced,
    });
    return { observer, client };
  }

  private createHealth(): FleetHealth {
    const { acks, caches } = this;
    const names = (of: typeof knownReplicas): ReadonlySet<string> =>
      of(caches.slices()).get('gateway') ?? new Set();
    return new FleetHealth({
      ...this.common,
      gateways: () => ({
        known: names(knownReplicas),
        ready: names(expectedReplicas),
        reports: acks.of('gateway'),
      }),
      objects: function* () {
        for (const { kind, name } of caches.sources()) {
          const known = HEALTH_KINDS.find((one) => one === kind);
          if (known) yield { kind: known, name };
        }
      },
      object: (kind, name) => caches.object(kind, name),
      ...this.lookingAgain(),
    });
  }

  private createSpend(): ReportedSpend {
    const { acks, caches } = this;
    const commitments = new CommitmentMemory();
    return new ReportedSpend({
      ...this.common,
      reports: () => {
        const known = knownReplicas(caches.slices()).get('budget');
        const isInstalled = known !== undefined;
        const gatewayLags = deliveryLags(acks.of('gateway').values());
        return { isInstalled, known: known ?? new Set(), reports: acks.of('budget'), gatewayLags };
      },
      objects: () => caches.sources(),
      object: (kind, name) => caches.object(kind, name),
      overcommitments: () => commitments.of(this.reconciler.fragments),
      features: () => switchedOn(caches.object('ControlPlane', 'default')),
      ...this.lookingAgain(),
    });
  }

  private createFindings(): ReportedFindings {
    const own = { acks: this.acks, caches: this.caches, reconciler: () => this.reconciler };
    return createFindings({ ...this.common, ...this.lookingAgain(), ...own });
  }

  /** What those need who have statuses written. */
  private lookingAgain() {
    return {
      write: (kind: string, name: string): void => {
        this.status.look(kind, name);
      },
      isLeader: (): boolean => this.isLeader,
      hasSynced: (): boolean => this.operator.hasSynced,
    };
  }

  private createStatus(): StatusWriter {
    return new StatusWriter({
      ...this.common,
      health: (object) => this.health.of(object),
      spend: (object) => this.spend.of(object),
      findings: (object) => this.findings.of(object),
      events: this.events,
      isLeader: () => this.isLeader,
      object: (kind, name) => this.caches.object(kind, name),
      write: (kind, object, status) => this.operator.writeStatus(kind, object, status),
    });
  }

  private createReconciler(): Reconciler {
    const { acks, caches, committed, common, feed, metrics, operator, status, store } = this;
    const needed = neededCrds(kinds);
    return new Reconciler({
      ...common,
      acks,
      caches,
      committed,
      feed,
      metrics,
      status,
      store,
      isTimeZone,
      compile: createCompiler(),
      defaults: { ...common, ...this.config },
      isLeader: () => this.isLeader,
      hasSynced: () => operator.hasSynced,
      crdProblems: () => crdProblems(needed, (name) => caches.crd(name)),
    });
  }

  private createRounds(): Rounds {
    const { caches, committed, common, feed, reconciler } = this;
    const isLeader = (): boolean => this.isLeader;
    const installed = (): Iterable<string> => expectedReplicas(caches.slices()).keys();
    const chores = { ...common, committed, feed, isLeader, installed, fieldManager: FIELD_MANAGER };
    return new Rounds({
      ...common,
      // A change of an object is heard of before anything is compiled of it.
      reconcile: () => reconciler.reconcile().then(() => this.spend.noticed()),
      upkeep: () => upkeep(chores),
      upkeepMs: this.timing.upkeepMs,
    });
  }

  /** Where the leader is reached; undefined where this is the leader, or nobody is. */
  private leaderUrl(): string | undefined {
    const address = this.election?.leader?.annotations[ADDRESS_ANNOTATION];
    if (this.isLeader || address === undefined) return undefined;
    return `${this.isSecure ? 'https' : 'http'}://${address}`;
  }
}
