import type { EventRecorder } from '@aicp/common/kubernetes/event-recorder';
import type { KubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import { isNotFound } from '@aicp/common/kubernetes/errors';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { TokenBucket } from '@aicp/common/time/token-bucket';
import { WorkQueue } from '@aicp/common/kubernetes/work-queue';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { API_VERSION } from '@aicp/crds/kit/kind';
import type { Verdict } from '../compile/types.ts';
import type { FindingStatement } from '../findings/finding-statement.ts';
import type { HealthStatement } from '../fleet-health/statement.ts';
import type { SpendStatement } from '../spend/spend-statement.ts';
import { labelOf } from '../kinds/kit/source-object.ts';
import type { Programmed } from '../snapshot/acks/programmed.ts';
import { isSameStatus } from './is-same-status.ts';
import { statusFor, storedStatus, type Status } from './status.ts';
import { transitions } from './transitions.ts';

export interface ObjectOutcome {
  readonly verdict: Verdict;
  readonly programmed: Programmed;
}

export interface StatusWriterOptions {
  /** The newest form of an object that is known here. */
  readonly object: (kind: string, name: string) => KubernetesObject | undefined;
  /** What is newly said of how requests to an object fare. */
  readonly health: (object: Verdict['object']) => HealthStatement | undefined;
  /** What is newly said of what was spent of an object. */
  readonly spend: (object: Verdict['object']) => SpendStatement | undefined;
  /** What services newly found out of an object. */
  readonly findings: (object: Verdict['object']) => FindingStatement | undefined;
  readonly write: (kind: string, object: KubernetesObject, status: Status) => Promise<void>;
  readonly isLeader: () => boolean;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: KubernetesMetrics;
}

const RATE = { perSecond: 200, burst: 400 };
/** So few at once that they hold up nobody else's writes. */
const AT_ONCE = 2;

/** Writes what the operator says of objects: only what changed, a few at once, and not too many a second. */
export class StatusWriter {
  private readonly options: StatusWriterOptions;
  private readonly queue: WorkQueue;
  private readonly bucket: TokenBucket;
  private readonly stopping = new AbortController();
  private readonly outcomes = new Map<string, ObjectOutcome>();
  /** The same outcomes, to tell at once those that are still the same. */
  private latest: readonly ObjectOutcome[] = [];

  constructor(options: StatusWriterOptions) {
    this.options = options;
    this.bucket = new TokenBucket({ ...RATE, clock: options.clock });
    this.queue = new WorkQueue({
      ...options,
      name: 'status',
      work: (key) => this.settle(key),
      concurrency: AT_ONCE,
      retry: { baseMs: 100, maxMs: 3000 },
    });
  }

  /** Takes the outcomes for all objects. Those that differ from before are written soon. `changed` are these, where it is known. */
  update(all: readonly ObjectOutcome[], changed?: readonly ObjectOutcome[]): void {
    const before = this.latest;
    this.latest = all;
    if (changed) {
      for (const outcome of changed) this.take(outcome);
      return;
    }
    const [known, now] = [new Set(before), new Set(all)];
    for (const outcome of now) if (!known.has(outcome)) this.take(outcome);
    for (const outcome of known) {
      if (now.has(outcome)) continue;
      const key = labelOf(outcome.verdict.object);
      if (this.outcomes.get(key) === outcome) this.outcomes.delete(key);
    }
  }

  /** Looks at an object's status again, since the object changed. */
  look(kind: string, name: string): void {
    const key = labelOf({ kind, name });
    if (this.outcomes.has(key)) this.queue.add(key);
  }

  /** Forgets all outcomes: another process makes them now. */
  forget(): void {
    this.outcomes.clear();
    this.latest = [];
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.queue.stop();
  }

  private take(outcome: ObjectOutcome): void {
    const key = labelOf(outcome.verdict.object);
    const before = this.outcomes.get(key);
    this.outcomes.set(key, outcome);
    if (!before || says(before) !== says(outcome)) this.queue.add(key);
  }

  private async settle(key: string): Promise<void> {
    const { clock, health, spend, findings, isLeader } = this.options;
    const outcome = this.outcomes.get(key);
    const object = outcome && this.objectOf(outcome);
    if (!object || !isLeader()) return;
    const before = storedStatus(object['status']);
    const after = statusFor({
      ...outcome,
      health: health(outcome.verdict.object),
      spend: spend(outcome.verdict.object),
      findings: findings(outcome.verdict.object),
      before,
      now: seconds(clock.now()),
    });
    if (isSameStatus(before, after)) return;
    await this.bucket.take(this.stopping.signal);
    await this.write(outcome, { object, before, after });
  }

  /** The object as it is, if the outcome is about it: a newer generation gets an outcome of its own. */
  private objectOf({ verdict }: ObjectOutcome): KubernetesObject | undefined {
    const { kind, name, uid, generation } = verdict.object;
    const object = this.options.object(kind, name);
    const isMeant = object?.metadata.uid === uid && object.metadata.generation === generation;
    return isMeant ? object : undefined;
  }

  private async write(
    { verdict }: ObjectOutcome,
    { object, before, after }: { object: KubernetesObject; before: Status; after: Status },
  ): Promise<void> {
    const { kind, name, uid } = verdict.object;
    try {
      await this.options.write(kind, object, after);
    } catch (error) {
      // Deleted meanwhile: there is nothing to say any more.
      if (isNotFound(error)) return;
      throw error;
    }
    const { namespace, events } = this.options;
    const regarding = { apiVersion: API_VERSION, kind, namespace, name, uid };
    for (const transition of transitions(before, after))
      events.record({ regarding, ...transition });
  }
}

/** All that a status is made of, beside the figures of others: also what is said of other objects, which changes while this one stays. */
const says = ({ verdict, programmed }: ObjectOutcome): string =>
  JSON.stringify([
    verdict.object.uid,
    verdict.object.generation,
    verdict.reason,
    verdict.message,
    verdict.owner,
    verdict.inEffect,
    verdict.unenforced,
    verdict.remarked,
    verdict.summary,
    verdict.parent,
    programmed.reason,
    programmed.message,
  ]);

/** metav1.Time has no fractions of a second. */
const seconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
