import type { HealthReport } from '@aicp/contracts/poll/health-report';
import { pause, type Clock } from '../time/clock.ts';

/** Who measures the health of what a service sends requests to. */
export interface HealthSource {
  /** What is thought of it now. */
  report(): HealthReport;
  /** Has `listener` called when something changed that people should soon hear of, such as a circuit. Set once. */
  onChange(listener: () => void): void;
}

/** How long polls wait while there are figures to report, and how often the first ones are looked for, ms. */
const FIGURES_MS = 10_000;
/** The pause between two reports of changes, ms: circuits open and close in flocks. */
const CHANGES_MS = 1_000;

/**
 * Decides when health is worth a poll of its own: soon after a circuit changed, and every 10 s while there are requests. Without requests,
 * polls wait as long as they do without it.
 */
export class HealthNews {
  private readonly source: HealthSource | undefined;
  private readonly clock: Clock;
  private changed = new AbortController();
  private toldAt = Number.NEGATIVE_INFINITY;
  private hasTold = false;

  constructor(source: HealthSource | undefined, clock: Clock) {
    this.source = source;
    this.clock = clock;
    source?.onChange(() => {
      this.changed.abort();
    });
  }

  /** Runs a poll that tells the health of now. Ends it, and gives undefined, where there is more to tell before it is answered. */
  async tell<T>(
    signal: AbortSignal,
    poll: (health: HealthReport | undefined, ended: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const health = this.take();
    const ending = new AbortController();
    const stop = (): void => {
      ending.abort(signal.reason);
    };
    const answered = new AbortController();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const watching = this.watch(answered.signal).then((isNews) => {
      if (isNews) ending.abort();
    });
    try {
      return await poll(health, ending.signal);
    } catch (error) {
      if (signal.aborted || !ending.signal.aborted) throw error;
      return undefined;
    } finally {
      signal.removeEventListener('abort', stop);
      answered.abort();
      await watching;
    }
  }

  /** How long the poll that tells it may wait, of `most` seconds. */
  waitSeconds(most: number): number {
    return this.hasTold ? Math.min(most, FIGURES_MS / 1000) : most;
  }

  private take(): HealthReport | undefined {
    const report = this.source?.report();
    this.changed = new AbortController();
    this.toldAt = this.clock.monotonic();
    this.hasTold = report !== undefined && saysAnything(report);
    return report;
  }

  /** Whether there is more to tell than what was taken, as soon as there is; not where the signal aborts. */
  private async watch(signal: AbortSignal): Promise<boolean> {
    const { changed, clock, source } = this;
    if (!source) return false;
    const either = AbortSignal.any([signal, changed.signal]);
    while (await this.sleepUntilLook(either)) if (saysAnything(source.report())) return true;
    if (signal.aborted) return false;
    const waitMs = this.toldAt + CHANGES_MS - clock.monotonic();
    return waitMs <= 0 || (await pause(clock, waitMs, signal));
  }

  /** Whether it is time to look for figures; not while they are told with every poll anyway. */
  private async sleepUntilLook(signal: AbortSignal): Promise<boolean> {
    if (!this.hasTold) return await pause(this.clock, FIGURES_MS, signal);
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    }
    return false;
  }
}

const saysAnything = ({ providers, models }: HealthReport): boolean =>
  providers.length + models.length > 0;
