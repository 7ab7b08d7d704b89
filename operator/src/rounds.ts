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
/** So many changes between two rounds are a stream of them, and not what one person does. */
const STREAM = 20;
/** While a stream comes in, it is rested so many times as long as the last round took: whatever writes the changes needs the time, too. */
const REST = 2;

/** Decides when the loop runs: once for many changes, again after a failure, and now and then. */
export class Rounds {
  private readonly options: RoundsOptions;
  private readonly queue: WorkQueue;
  private upkeepAt: number;
  private changes = 0;
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
    this.changes += 1;
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
    this.changes = 0;
    await reconcile();
    this.last = { endedAt: clock.monotonic(), tookMs: clock.monotonic() - began };
    this.queue.addAfter('round', RESYNC_MS);
    this.queue.addAfter('upkeep', Math.max(0, this.upkeepAt - this.options.clock.monotonic()));
  }

  private restMs(): number {
    if (this.changes < STREAM) return 0;
    return this.last.endedAt + REST * this.last.tookMs - this.options.clock.monotonic();
  }

  private async upkeep(): Promise<void> {
    this.upkeepAt = this.options.clock.monotonic() + this.options.upkeepMs;
    if (await this.options.upkeep()) this.outsideChanged();
  }
}
