import type { Logger } from '../log/logger.ts';
import { backoffMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { describeError } from './errors.ts';
import type { KubernetesMetrics } from './metrics.ts';

export interface WorkQueueOptions {
  /** The queue's name in metrics and logs. */
  readonly name: string;
  /** Does what the key stands for, from what is true now. Throwing means: try again later. */
  readonly work: (key: string) => Promise<void>;
  /** Keys worked on at once; one key is never worked on twice at a time. */
  readonly concurrency: number;
  /** Waits after failures of a key, ms. */
  readonly retry: { readonly baseMs: number; readonly maxMs: number };
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: KubernetesMetrics;
}

const FAILURES_TO_WARN = 5;

/** Keys to work on: each waits once however often it is added, has one worker at a time, and is tried again with growing waits. */
export class WorkQueue {
  private readonly options: WorkQueueOptions;
  private readonly waiting = new Set<string>();
  private readonly active = new Set<string>();
  private readonly again = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly delays = new Map<string, { due: number; cancel: AbortController }>();
  private readonly workers = new Set<Promise<void>>();
  private stopped = false;

  constructor(options: WorkQueueOptions) {
    this.options = options;
  }

  /** Keys that wait for a worker, delayed ones not counted. */
  get depth(): number {
    return this.waiting.size;
  }

  /** Has the key worked on soon. While it is being worked on, it is worked on once more afterwards. */
  add(key: string): void {
    if (this.stopped) return;
    this.cancelDelay(key);
    if (this.active.has(key)) this.again.add(key);
    else this.waiting.add(key);
    this.pump();
  }

  /** Adds the key in `ms`; the earliest of several such moments counts. */
  addAfter(key: string, ms: number): void {
    if (this.stopped || this.waiting.has(key)) return;
    const due = this.options.clock.monotonic() + ms;
    const planned = this.delays.get(key);
    if (planned && planned.due <= due) return;
    this.cancelDelay(key);
    const cancel = new AbortController();
    this.delays.set(key, { due, cancel });
    this.options.clock.sleep(ms, cancel.signal).then(
      () => {
        this.add(key);
      },
      (error: unknown) => {
        if (!cancel.signal.aborted) this.options.log.error({ err: error }, 'delay_failed');
      },
    );
  }

  /** Takes no more keys and waits for the workers. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    this.again.clear();
    for (const key of [...this.delays.keys()]) this.cancelDelay(key);
    await Promise.all(this.workers);
  }

  private cancelDelay(key: string): void {
    this.delays.get(key)?.cancel.abort();
    this.delays.delete(key);
  }

  private pump(): void {
    for (const key of this.waiting) {
      if (this.active.size >= this.options.concurrency) break;
      this.waiting.delete(key);
      this.active.add(key);
      const worker = this.workOn(key).finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
    this.options.metrics.queueDepth.set({ queue: this.options.name }, this.waiting.size);
  }

  private async workOn(key: string): Promise<void> {
    try {
      await this.options.work(key);
      this.failures.delete(key);
    } catch (error) {
      this.failed(key, error);
    }
    this.active.delete(key);
    if (this.again.delete(key)) this.add(key);
    else this.pump();
  }

  private failed(key: string, error: unknown): void {
    const { name, log, metrics, retry, random } = this.options;
    if (this.stopped) return;
    const attempt = this.failures.get(key) ?? 0;
    this.failures.set(key, attempt + 1);
    metrics.queueRetries.inc({ queue: name });
    const level = attempt + 1 === FAILURES_TO_WARN ? 'warn' : 'info';
    log[level]({ queue: name, object: key, attempt, reason: describeError(error) }, 'work_failed');
    this.addAfter(key, backoffMs({ attempt, ...retry, random }));
  }
}
