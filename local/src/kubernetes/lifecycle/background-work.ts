import type { Logger } from '@aicp/common/log/logger';

/** Runs small pieces of work one after the other, each in a turn of its own, so that requests are answered in between. */
export class BackgroundWork {
  readonly #log: Logger;
  readonly #pending: (() => void)[] = [];
  #scheduled: NodeJS.Immediate | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(work: () => void): void {
    this.#pending.push(work);
    this.#schedule();
  }

  /** Forgets what is not done. */
  close(): void {
    this.#pending.length = 0;
    clearImmediate(this.#scheduled);
  }

  #schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      this.#runNext();
      if (this.#pending.length > 0) this.#schedule();
    });
  }

  #runNext(): void {
    try {
      this.#pending.shift()?.();
    } catch (error) {
      this.#log.error({ err: error }, 'kubernetes_background_work_failed');
    }
  }
}
