import { createHash } from 'node:crypto';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';
import type { KubernetesApi } from './api.ts';
import type { KubernetesMetrics } from './metrics.ts';
import { EVENTS, type KubernetesObject } from './objects.ts';
import { TokenBucket } from '../time/token-bucket.ts';
import { WorkQueue } from './work-queue.ts';

export interface EventNote {
  readonly regarding: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
  };
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export interface EventRecorderOptions {
  readonly api: Pick<KubernetesApi, 'apply'>;
  /** Who says it, as `kubectl describe` shows it; also the field manager. */
  readonly component: string;
  readonly instance: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: KubernetesMetrics;
}

interface Recorded {
  readonly note: EventNote;
  readonly firstMs: number;
  lastMs: number;
  count: number;
  attempts: number;
}

/** The API keeps Events for an hour; a note that comes again within it counts up. */
const REMEMBER_MS = 3_600_000;
const REMEMBERED = 5_000;
const MESSAGE_CHARACTERS = 1024;
const ATTEMPTS = 4;
const RATE = { perSecond: 25, burst: 250 };

/**
 * Writes Kubernetes Events so that `kubectl describe` shows them: one for each object, reason and message, counted when it comes
 * again. Best effort: when there are too many, some are dropped and counted, and callers do not wait for the write.
 */
export class EventRecorder {
  private readonly options: EventRecorderOptions;
  private readonly recorded = new Map<string, Recorded>();
  private readonly queue: WorkQueue;
  private readonly bucket: TokenBucket;

  constructor(options: EventRecorderOptions) {
    this.options = options;
    this.bucket = new TokenBucket({ ...RATE, clock: options.clock });
    this.queue = new WorkQueue({
      ...options,
      name: 'events',
      work: (name) => this.write(name),
      concurrency: 2,
      retry: { baseMs: 500, maxMs: 10_000 },
    });
  }

  record(note: EventNote): void {
    if (!this.bucket.tryTake()) {
      this.options.metrics.eventsDropped.inc();
      return;
    }
    const now = this.options.clock.now();
    const name = eventName(note);
    const known = this.recorded.get(name);
    const counts = known !== undefined && now - known.lastMs < REMEMBER_MS;
    this.recorded.delete(name);
    this.recorded.set(name, {
      note,
      firstMs: counts ? known.firstMs : now,
      lastMs: now,
      count: counts ? known.count + 1 : 1,
      attempts: 0,
    });
    this.forgetOldest();
    this.queue.add(name);
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  private async write(name: string): Promise<void> {
    const recorded = this.recorded.get(name);
    if (!recorded) return;
    recorded.attempts += 1;
    try {
      const { component } = this.options;
      await this.options.api.apply(EVENTS, this.toEvent(name, recorded), {
        fieldManager: component,
      });
    } catch (error) {
      if (recorded.attempts < ATTEMPTS) throw error;
      this.options.metrics.eventsDropped.inc();
    }
  }

  private toEvent(name: string, { note, firstMs, lastMs, count }: Recorded): KubernetesObject {
    const { component, instance } = this.options;
    return {
      metadata: { name, namespace: note.regarding.namespace },
      involvedObject: note.regarding,
      type: note.type,
      reason: note.reason,
      message: note.message.slice(0, MESSAGE_CHARACTERS),
      source: { component },
      reportingComponent: component,
      reportingInstance: instance,
      firstTimestamp: seconds(firstMs),
      lastTimestamp: seconds(lastMs),
      count,
    };
  }

  private forgetOldest(): void {
    const [oldest] = this.recorded.keys();
    if (this.recorded.size > REMEMBERED && oldest !== undefined) this.recorded.delete(oldest);
  }
}

/** metav1.Time has no fractions of a second. */
const seconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

function eventName({ regarding, type, reason, message }: EventNote): string {
  const hash = createHash('sha256').update(JSON.stringify([regarding.uid, type, reason, message]));
  return `${regarding.name.slice(0, 200)}.${hash.digest('hex').slice(0, 16)}`;
}
