import { WorkQueue, type WorkQueueOptions } from '@aicp/common/kubernetes/work-queue';

export interface LookQueueOptions extends Pick<
  WorkQueueOptions,
  'clock' | 'random' | 'log' | 'metrics'
> {
  /** Of the queue, in metrics and the log. */
  readonly name: string;
  readonly isLeader: () => boolean;
  /** Whether all objects are known. */
  readonly hasSynced: () => boolean;
  /** Looks at all that is reported; `now` is of the monotonic clock, ms. Answers after how long there is more to do, ms. */
  readonly look: (now: number) => number;
}

/** The pause between two looks, ms. */
export const LOOK_MS = 1_000;
/** Without any report, time alone may change what is said, ms. */
const AGAIN_MS = 10_000;

const LOOK = 'look';

/** Has the leader look at what was reported: soon after somebody noticed something, at most every second, and every ten seconds by itself. */
export class LookQueue {
  private readonly options: LookQueueOptions;
  private readonly queue: WorkQueue;
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LookQueueOptions) {
    this.options = options;
    this.queue = new WorkQueue({
      ...options,
      work: () => this.look(),
      concurrency: 1,
      retry: { baseMs: 1_000, maxMs: 30_000 },
    });
  }

  /** Somebody has reported, objects are others than before, or another process leads now. */
  noticed(): void {
    if (!this.options.isLeader()) return;
    const waitMs = this.lookedAt + LOOK_MS - this.options.clock.monotonic();
    if (waitMs > 0) this.queue.addAfter(LOOK, waitMs);
    else this.queue.add(LOOK);
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  private look(): Promise<void> {
    const { clock, isLeader, hasSynced, look } = this.options;
    if (!isLeader()) return Promise.resolve();
    const now = clock.monotonic();
    this.lookedAt = now;
    const waitMs = hasSynced() ? look(now) : LOOK_MS;
    this.queue.addAfter(LOOK, Math.max(LOOK_MS, Math.min(waitMs, AGAIN_MS)));
    return Promise.resolve();
  }
}
