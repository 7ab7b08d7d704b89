import { WorkQueue, type WorkQueueOptions } from '@aicp/common/kubernetes/work-queue';

export interface RoundsOptions extends Pick<
  WorkQueueOptions,
  'clock' | 'random' | 'log' | 'metrics'
> {
  readonly reconcile: () => Promise<void>;
  /** Gives whether another round is needed. */
  readonly upkeep: () => Promise<boolean>;
  /** Pause between two upkeeps, ms. */
  readonly upkeepMs: number;
}

/** Changes of objects come in bursts: so long is waited for more of them, ms. */
const DEBOUNCE_MS = 50;
/** Acks of several replicas come close together, ms. */
const ACK_DEBOUNCE_MS = 10;
/** A round happens at least so often, so that the passing of time alone (a silent replica) is noticed too, ms. */
const RESYNC_MS = 15_000;
/** So many changes within so long, ms, are a stream of them, and not what one person does. */
const STREAM = { changes: 20, withinMs: 1_000 };
/** So often a round that waits looks whether the stream has ended, ms. */
const LOOK_MS = 100;
/**
 * During a stream, the next round waits so many times as long as the last one took, from its beginning until replicas had taken what came of
 * it: whoever writes the changes needs the processor too, and a round costs more around the operator than in it. It waits so long at least after
 * the end of the last round, and so long at most after its beginning, ms.
 */
const WAIT = { times: 8, leastMs: 500, mostMs: 5_000 };

/** Decides when a round runs (`Reconciler.reconcile`): once for many changes, again after a failure, and now and then. */
export class Rounds {
  private readonly options: RoundsOptions;
  private readonly queue: WorkQueue;
  private nextUpkeepAt: number;
  /** When the last changes were, ms; as many as make a stream. */
  private readonly changedAt: number[] = [];
  /** The last round: when it began and ended, and when replicas were heard of last, ms. */
  private last = { beganAt: 0, endedAt: 0, heardAt: 0 };

  constructor(options: RoundsOptions) {
    this.options = options;
    this.nextUpkeepAt = options.clock.monotonic();
    this.queue = new WorkQueue({
      ...options,
      name: 'rounds',
      work: (key) => (key === 'upkeep' ? this.upkeep() : this.round()),
      concurrency: 2,
      retry: { baseMs: 100, maxMs: 3_000 },
    });
  }

  /** What a snapshot is made from has changed. */
  inputChanged(): void {
    this.changedAt.push(this.options.clock.monotonic());
    if (this.changedAt.length > STREAM.changes) this.changedAt.shift();
    this.queue.addAfter('round', DEBOUNCE_MS);
  }

  /** What replicas run has changed, or who may write. Mostly it follows from the last round. */
  outsideChanged(): void {
    this.last.heardAt = this.options.clock.monotonic();
    this.queue.addAfter('round', ACK_DEBOUNCE_MS);
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  private async round(): Promise<void> {
    const waitMs = this.waitMs();
    if (waitMs > 0) {
      this.queue.addAfter('round', Math.min(waitMs, LOOK_MS));
      return;
    }
    const { clock, reconcile } = this.options;
    const beganAt = clock.monotonic();
    await reconcile();
    const endedAt = clock.monotonic();
    this.last = { beganAt, endedAt, heardAt: endedAt };
    this.queue.addAfter('round', RESYNC_MS);
    this.queue.addAfter('upkeep', Math.max(0, this.nextUpkeepAt - this.options.clock.monotonic()));
  }

  private waitMs(): number {
    const now = this.options.clock.monotonic();
    const [first = 0] = this.changedAt;
    const isStream = this.changedAt.length === STREAM.changes && now - first < STREAM.withinMs;
    if (!isStream) return 0;
    const { beganAt, endedAt, heardAt } = this.last;
    const enough = heardAt + WAIT.times * (heardAt - beganAt);
    return Math.max(endedAt + WAIT.leastMs, Math.min(enough, beganAt + WAIT.mostMs)) - now;
  }

  private async upkeep(): Promise<void> {
    this.nextUpkeepAt = this.options.clock.monotonic() + this.options.upkeepMs;
    if (await this.options.upkeep()) this.outsideChanged();
  }
}
