import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { WorkQueue, type WorkQueueOptions } from '@aicp/common/kubernetes/work-queue';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import { labelOf } from '../kinds/kit/source-object.ts';
import { fleetSums, NOTHING, type FleetSums } from './fleet-sums.ts';
import { judgeCounting, judgeModel, judgeProvider, unreported, unused } from './judge.ts';
import { haveSameFacts, statementIn, type HealthStatement } from './statement.ts';

/** The kinds of objects whose health is told. */
export const HEALTH_KINDS = ['Provider', 'Model', 'RateLimitPolicy'] as const;
export type HealthKind = (typeof HEALTH_KINDS)[number];

/** What the replicas of the gateway are, and say. */
export interface Gateways {
  /** Names of all replicas; nobody else is heard. */
  readonly known: ReadonlySet<string>;
  /** Names of those whose word a new leader waits for. */
  readonly ready: ReadonlySet<string>;
  /** The newest report of each that was heard of late, by its name. */
  readonly reports: ReadonlyMap<string, { readonly health?: HealthReport | undefined }>;
}

export interface FleetHealthOptions extends Pick<
  WorkQueueOptions,
  'clock' | 'random' | 'log' | 'metrics'
> {
  readonly gateways: () => Gateways;
  /** Every object of these kinds. */
  readonly objects: () => Iterable<{ readonly kind: HealthKind; readonly name: string }>;
  readonly object: (kind: HealthKind, name: string) => KubernetesObject | undefined;
  /** Has the status of an object written again. */
  readonly write: (kind: HealthKind, name: string) => void;
  readonly isLeader: () => boolean;
  readonly hasSynced: () => boolean;
}

/** An object that gateways said something of lately: that requests were sent to it, or how they count what it limits. */
interface Subject {
  readonly kind: HealthKind;
  readonly name: string;
  readonly uid: string | undefined;
  /** When it was reported last, and said of last, by the monotonic clock, ms. */
  usedAt: number;
  saidAt: number;
  /** What its status says, or is to say. */
  said: HealthStatement | undefined;
  /** Whether this process has said that. */
  isNews: boolean;
}

/** Reports that come so close together are looked at at once, ms. */
const DEBOUNCE_MS = 1_000;
/** Without any report, time alone may change what is said, ms. */
const AGAIN_MS = 30_000;
/** The pause between two statements of an object that say another thing, and between two that only have other figures, ms. */
const PAUSE_MS = { facts: 10_000, figures: 60_000 };
/** For so long without requests, what went well is still told, and what did not, ms. */
const KEEP_MS = { good: 600_000, bad: 60_000 };
/** So long a new leader waits for the word of every ready replica, ms. */
const EVIDENCE_MS = 30_000;

const LOOK = 'look';

/** Makes one statement of what all gateways report of each provider and model, and has it written where it is another than before. */
export class FleetHealth {
  private readonly options: FleetHealthOptions;
  private readonly queue: WorkQueue;
  private readonly subjects = new Map<string, Subject>();
  private leaderSince: number;
  private hasTakenOver = false;

  constructor(options: FleetHealthOptions) {
    this.options = options;
    this.leaderSince = options.clock.monotonic();
    this.queue = new WorkQueue({
      ...options,
      name: 'health',
      work: () => this.look(),
      concurrency: 1,
      retry: { baseMs: 1_000, maxMs: 30_000 },
    });
  }

  /** What this process says of an object; undefined where its status is to say what it said. */
  of({
    kind,
    name,
    uid,
  }: {
    kind: string;
    name: string;
    uid: string;
  }): HealthStatement | undefined {
    const subject = this.subjects.get(labelOf({ kind, name }));
    return subject?.isNews && subject.uid === uid ? subject.said : undefined;
  }

  /** A gateway has reported. */
  heard(): void {
    if (this.options.isLeader()) this.queue.addAfter(LOOK, DEBOUNCE_MS);
  }

  /** Another process leads now, or this one. */
  leaderChanged(): void {
    this.subjects.clear();
    this.hasTakenOver = false;
    this.leaderSince = this.options.clock.monotonic();
    this.heard();
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  private look(): Promise<void> {
    const { clock, gateways, isLeader } = this.options;
    if (!isLeader()) return Promise.resolve();
    const [fleet, now] = [gateways(), clock.monotonic()];
    if (!this.isEvident(fleet, now)) {
      this.queue.addAfter(LOOK, DEBOUNCE_MS);
      return Promise.resolve();
    }
    if (!this.hasTakenOver) this.takeOver(now);
    const sums = fleetSums(reportsOf(fleet));
    this.noteReported(sums, now);
    for (const kind of HEALTH_KINDS) {
      for (const subject of this.subjects.values()) {
        if (subject.kind === kind) this.consider(subject, sums, now);
      }
    }
    if (this.subjects.size > 0) this.queue.addAfter(LOOK, AGAIN_MS);
    return Promise.resolve();
  }

  /** What few replicas say is not the whole: a new leader waits until all have been heard of. */
  private isEvident({ ready, reports }: Gateways, now: number): boolean {
    if (!this.options.hasSynced()) return false;
    if (now - this.leaderSince > EVIDENCE_MS) return true;
    return [...ready].every((name) => reports.has(name));
  }

  /** What an earlier leader said may need to be taken back, though nobody reports of it any more. */
  private takeOver(now: number): void {
    this.hasTakenOver = true;
    for (const { kind, name } of this.options.objects()) {
      const said = statementIn(this.options.object(kind, name)?.['status']);
      if (said && said.status !== 'Unknown') this.note(kind, name, now);
    }
  }

  /** Notes what gateways say something of. How they count is said of every limit. */
  private noteReported({ providers, models, counting }: FleetSums, now: number): void {
    for (const name of providers.keys()) this.note('Provider', name, now);
    for (const name of models.keys()) this.note('Model', name, now);
    if (!counting) return;
    for (const { kind, name } of this.options.objects()) {
      if (kind === 'RateLimitPolicy') this.note(kind, name, now);
    }
  }

  /** Notes that an object is in use. */
  private note(kind: HealthKind, name: string, now: number): void {
    const key = labelOf({ kind, name });
    const known = this.subjects.get(key);
    const object = this.options.object(kind, name);
    if (!object) return;
    const { uid } = object.metadata;
    if (known && known.uid === uid) {
      known.usedAt = now;
      return;
    }
    const said = statementIn(object['status']);
    const saidAt = Number.NEGATIVE_INFINITY;
    this.subjects.set(key, { kind, name, uid, usedAt: now, saidAt, said, isNews: false });
  }

  /** Says what there is to say of an object, if it is another thing than before, and the pause since then is over. */
  private consider(subject: Subject, sums: FleetSums, now: number): void {
    const { kind, name, uid } = subject;
    const object = this.options.object(kind, name);
    if (!object || object.metadata.uid !== uid || isSettled(subject, object, now)) {
      this.subjects.delete(labelOf(subject));
      return;
    }
    const next = this.judge(subject, object, sums) ?? lapsed(subject, now);
    const news = next && newsOf(subject, next);
    if (!news) return;
    const waitMs = subject.saidAt + PAUSE_MS[news] - now;
    if (waitMs > 0) {
      this.queue.addAfter(LOOK, waitMs);
      return;
    }
    subject.said = next;
    subject.saidAt = now;
    subject.isNews = true;
    this.options.write(kind, name);
  }

  private judge(
    { kind, name, said }: Subject,
    object: KubernetesObject,
    sums: FleetSums,
  ): HealthStatement | undefined {
    if (kind === 'Provider') {
      const sum = sums.providers.get(name);
      return sum && judgeProvider(sum, sums.replicas, said);
    }
    if (kind === 'RateLimitPolicy') {
      const isPlatforms = specOf(object)['organizationId'] === undefined;
      return sums.counting && judgeCounting(sums.counting, isPlatforms, said);
    }
    const provider = providerOf(object);
    const served = this.subjects.get(labelOf({ kind: 'Provider', name: provider }));
    const isFailing = served?.said?.reason === 'Failing';
    return judgeModel(sums.models.get(name) ?? NOTHING, { name: provider, isFailing }, said);
  }
}

const reportsOf = ({ known, reports }: Gateways) =>
  [...reports].flatMap(([replica, { health }]) =>
    health && known.has(replica) ? [{ replica, health }] : [],
  );

/** What is new in a statement. How many gateways count alone is a fact, which seldom changes. */
function newsOf({ kind, said }: Pick<Subject, 'kind' | 'said'>, next: HealthStatement) {
  if (!said || !haveSameFacts(said, next)) return 'facts';
  if (said.message === next.message) return undefined;
  return kind === 'RateLimitPolicy' ? 'facts' : 'figures';
}

/** Whether all is said of an object that is not asked any more, and stands in its status. */
function isSettled({ said, usedAt }: Subject, object: KubernetesObject, now: number): boolean {
  if (usedAt === now) return false;
  if (!said) return true;
  return said.status === 'Unknown' && statementIn(object['status'])?.status === 'Unknown';
}

/** What is said of an object of which no figures say anything for too long; undefined while what was said stands. */
function lapsed({ kind, said, usedAt }: Subject, now: number): HealthStatement | undefined {
  if (!said || said.status === 'Unknown') return undefined;
  const keepMs = said.status === 'True' ? KEEP_MS.good : KEEP_MS.bad;
  if (now - usedAt <= keepMs) return undefined;
  return kind === 'RateLimitPolicy' ? unreported() : unused();
}

const providerOf = (object: KubernetesObject): string => {
  const { provider } = specOf(object);
  return typeof provider === 'string' ? provider : '';
};

const specOf = (object: KubernetesObject): Readonly<Record<string, unknown>> =>
  (object['spec'] ?? {}) as Readonly<Record<string, unknown>>;
