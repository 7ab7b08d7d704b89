import type { EventRecorder } from '@aicp/common/kubernetes/event-recorder';
import type { KubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import { isNotFound } from '@aicp/common/kubernetes/errors';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { TokenBucket } from '@aicp/common/kubernetes/token-bucket';
import { WorkQueue } from '@aicp/common/kubernetes/work-queue';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { API_VERSION } from '@aicp/crds/kit/kind';
import type { Verdict } from '../compile/types.ts';
import { labelOf } from '../kinds/source-object.ts';
import type { Programmed } from '../snapshot/acks/programmed.ts';
import { isSameStatus, statusFor, storedStatus, type Status } from './status.ts';
import { transitions } from './transitions.ts';

export interface Judgement {
  readonly verdict: Verdict;
  readonly programmed: Programmed;
}

export interface StatusWriterOptions {
  /** The newest form of an object that is known here. */
  readonly object: (kind: string, name: string) => KubernetesObject | undefined;
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

/** Writes what the operator says of objects: only what changed, a few at once, and not too many a second. */
export class StatusWriter {
  private readonly options: StatusWriterOptions;
  private readonly queue: WorkQueue;
  private readonly bucket: TokenBucket;
  private readonly stopping = new AbortController();
  private readonly judgements = new Map<string, Judgement>();

  constructor(options: StatusWriterOptions) {
    this.options = options;
    this.bucket = new TokenBucket({ ...RATE, clock: options.clock });
    this.queue = new WorkQueue({
      ...options,
      name: 'status',
      work: (key) => this.settle(key),
      concurrency: 8,
      retry: { baseMs: 100, maxMs: 3000 },
    });
  }

  /** Takes the judgements on all objects there are. Those that differ from before are written soon. */
  judge(judgements: Iterable<Judgement>): void {
    const gone = new Set(this.judgements.keys());
    for (const judgement of judgements) {
      const key = labelOf(judgement.verdict.object);
      gone.delete(key);
      const before = this.judgements.get(key);
      this.judgements.set(key, judgement);
      if (!before || says(before) !== says(judgement)) this.queue.add(key);
    }
    for (const key of gone) this.judgements.delete(key);
  }

  /** Looks at an object's status again, since the object changed. */
  look(kind: string, name: string): void {
    const key = labelOf({ kind, name });
    if (this.judgements.has(key)) this.queue.add(key);
  }

  /** Forgets all judgements: another process makes them now. */
  forget(): void {
    this.judgements.clear();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.queue.stop();
  }

  private async settle(key: string): Promise<void> {
    const { clock, isLeader } = this.options;
    const judgement = this.judgements.get(key);
    const object = judgement && this.judged(judgement);
    if (!object || !isLeader()) return;
    const before = storedStatus(object['status']);
    const after = statusFor({ ...judgement, before, now: seconds(clock.now()) });
    if (isSameStatus(before, after)) return;
    await this.bucket.take(this.stopping.signal);
    await this.write(judgement, { object, before, after });
  }

  /** The object as it is, if the judgement is about it: a newer generation gets a judgement of its own. */
  private judged({ verdict }: Judgement): KubernetesObject | undefined {
    const { kind, name, uid, generation } = verdict.object;
    const object = this.options.object(kind, name);
    const isMeant = object?.metadata.uid === uid && object.metadata.generation === generation;
    return isMeant ? object : undefined;
  }

  private async write(
    { verdict }: Judgement,
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

const says = ({ verdict, programmed }: Judgement): string =>
  JSON.stringify([
    verdict.object.uid,
    verdict.object.generation,
    verdict.reason,
    verdict.message,
    verdict.owner,
    verdict.standing,
    verdict.unenforced,
    verdict.summary,
    verdict.parent,
    programmed.reason,
    programmed.message,
  ]);

/** metav1.Time has no fractions of a second. */
const seconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
