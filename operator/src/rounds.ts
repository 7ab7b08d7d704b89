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
/** While it is rested, it is looked so often whether the stream has ended, ms. */
const LOOK_MS = 100;
/**
 * While a stream comes in, it is rested so many times as long as the last round took until replicas had taken what came of it; so long at
 * least and at most, ms. Whoever writes the changes needs the processor too, and a round costs more around the operator than in it.
 */
const REST = { times: 8, leastMs: 500, mostMs: 5_000 };

/** Decides when the loop runs: once for many changes, again after a failure, and now and then. */
export class Rounds {
  private readonly options: RoundsOptions;
  private readonly queue: WorkQueue;
  private upkeepAt: number;
  /** When the last changes were, ms; as many as make a stream. */
  private readonly changedAt: number[] = [];
  private last = { beganAt: 0, endedAt: 0 };

  constructor(options: RoundsOptions) {
    this.options = options;
    this.upkeepAt = options.clock.monotonic();
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

  /** What replicas run has changed, or who may write. */
  outsideChanged(): void {
    this.last.endedAt = this.options.clock.monotonic();
    this.queue.addAfter('round', ACK_DEBOUNCE_MS);
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  private async round(): Promise<void> {
    const restMs = this.restMs();
    if (restMs > 0) {
      this.queue.addAfter('round', Math.min(restMs, LOOK_MS));
      return;
    }
    const { clock, reconcile } = this.options;
    const beganAt = clock.monotonic();
    await reconcile();
    this.last = { beganAt, endedAt: clock.monotonic() };
    this.queue.addAfter('round', RESYNC_MS);
    this.queue.addAfter('upkeep', Math.max(0, this.upkeepAt - this.options.clock.monotonic()));
  }

  private restMs(): number {
    const now = this.options.clock.monotonic();
    const [first = 0] = this.changedAt;
    const isStream = this.changedAt.length === STREAM.changes && now - first < STREAM.withinMs;
    if (!isStream) return 0;
    const { beganAt, endedAt } = this.last;
    const lengthMs = Math.max(REST.times * (endedAt - beganAt), REST.leastMs);
    return endedAt + Math.min(lengthMs, REST.mostMs) - now;
  }

  private async upkeep(): Promise<void> {
    this.upkeepAt = this.options.clock.monotonic() + this.options.upkeepMs;
    if (await this.options.upkeep()) this.outsideChanged();
  }
}
