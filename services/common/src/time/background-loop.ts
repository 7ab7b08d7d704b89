import { pause, type Clock } from './clock.ts';

export interface BackgroundLoopOptions {
  readonly work: () => Promise<void>;
  /** The wait after each turn. */
  readonly everyMs: number;
  readonly clock: Clock;
  /** Told of each turn that failed, and how many have failed in a row. */
  readonly onFailure: (error: unknown, failures: number) => void;
  /** What has to be there before the first turn. */
  readonly ready?: () => Promise<unknown>;
}

/** Work that is done again and again in the background, from `start` until `stop`; one turn that fails does not end it. */
export class BackgroundLoop {
  private readonly options: BackgroundLoopOptions;
  private readonly ending = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(options: BackgroundLoopOptions) {
    this.options = options;
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Resolves when the turn that is under way has ended. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { work, everyMs, clock, onFailure, ready } = this.options;
    const { signal } = this.ending;
    if (ready) await Promise.race([ready(), aborted(signal)]);
    let failures = 0;
    while (!signal.aborted) {
      try {
        await work();
        failures = 0;
      } catch (error) {
        failures += 1;
        onFailure(error, failures);
      }
      await pause(clock, everyMs, signal);
    }
  }
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
};
