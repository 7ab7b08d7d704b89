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
/** So many changes within so long are a stream of them, and not what one person does. */
const STREAM = { changes: 20, withinMs: 250 };
/**
 * While a stream comes in, it is rested so many times as long as the last round took, and so long at least, ms: whoever writes the changes,
 * and whoever takes the snapshots, needs the processor too.
 */
const REST = { times: 2, leastMs: 500 };

/** Decides when the loop runs: once for many changes, again after a failure, and now and then. */
export class Rounds {
  private readonly options: RoundsOptions;
  private readonly queue: WorkQueue;
  private upkeepAt: number;
  /** When the last changes were, ms; as many as make a stream. */
  private readonly changedAt: number[] = [];
  private last = { endedAt: 0, tookMs: 0 };

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
    this.queue.addAfter('round', ACK_DEBOUNCE_MS);
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  private async round(): Promise<void> {
    const restMs = this.restMs();
    if (restMs > 0) {
      this.queue.addAfter('round', restMs);
      return;
    }
    const { clock, reconcile } = this.options;
    const began = clock.monotonic();
    await reconcile();
    this.last = { endedAt: clock.monotonic(), tookMs: clock.monotonic() - began };
    this.queue.addAfter('round', RESYNC_MS);
    this.queue.addAfter('upkeep', Math.max(0, this.upkeepAt - this.options.clock.monotonic()));
  }

  private restMs(): number {
    const now = this.options.clock.monotonic();
    const [first = now] = this.changedAt;
    const isStream = this.changedAt.length === STREAM.changes && now - first < STREAM.withinMs;
    if (!isStream) return 0;
    const { endedAt, tookMs } = this.last;
    return endedAt + Math.max(REST.times * tookMs, REST.leastMs) - now;
  }

  private async upkeep(): Promise<void> {
    this.upkeepAt = this.options.clock.monotonic() + this.options.upkeepMs;
    if (await this.options.upkeep()) this.outsideChanged();
  }
}
