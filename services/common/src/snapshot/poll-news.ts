import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import { pause, type Clock } from '../time/clock.ts';

/** Who has something to report: the health of what a service sends requests to, or what was spent. */
export interface NewsSource<Report> {
  /** What is known of it now; undefined where this replica has nothing to say. */
  report(): Report | undefined;
  /** Has `listener` called when something changed that people should soon hear of, such as a circuit. Set once. */
  onChange(listener: () => void): void;
}

export interface PollNewsOptions<Report> {
  readonly source: NewsSource<Report> | undefined;
  /** Whether a report is more than that there is nothing. */
  readonly saysAnything: (report: Report) => boolean;
  /** Whether the source calls its listener at every change: then nobody looks for more between polls, which wait as long as they do without it. */
  readonly isAnnounced?: boolean;
  /** The pause between two reports of changes, ms: circuits open and close in flocks, and every request spends. */
  readonly changesMs: number;
  readonly clock: Clock;
}

/** How long polls wait while there are figures to report, and how often the first ones are looked for, ms. */
const FIGURES_MS = 10_000;

/**
 * Decides when a report is worth a poll of its own: soon after something changed and, unless all changes are announced, every 10 s while there is anything to say. Else
 * polls wait as long as they do without it.
 */
export class PollNews<Report> {
  private readonly options: PollNewsOptions<Report>;
  private changed = new AbortController();
  private toldAt = Number.NEGATIVE_INFINITY;
  private hasTold = false;

  constructor(options: PollNewsOptions<Report>) {
    this.options = options;
    options.source?.onChange(() => {
      this.changed.abort();
    });
  }

  /** Runs a poll that tells the report of now. Ends it, and gives undefined, where there is more to tell before it is answered. */
  async tell<T>(
    signal: AbortSignal,
    poll: (report: Report | undefined, ended: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const report = this.take();
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
      return await poll(report, ending.signal);
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
    const isFrequent = this.hasTold && !this.options.isAnnounced;
    return isFrequent ? Math.min(most, FIGURES_MS / 1000) : most;
  }

  private take(): Report | undefined {
    const { source, clock } = this.options;
    const report = source?.report();
    this.changed = new AbortController();
    this.toldAt = clock.monotonic();
    this.hasTold = this.isWorth(report);
    return report;
  }

  private isWorth(report: Report | undefined): boolean {
    return report !== undefined && this.options.saysAnything(report);
  }

  /** Whether there is more to tell than what was taken, as soon as there is; not where the signal aborts. */
  private async watch(signal: AbortSignal): Promise<boolean> {
    const { changed } = this;
    const { changesMs, clock, source } = this.options;
    if (!source) return false;
    const either = AbortSignal.any([signal, changed.signal]);
    while (await this.sleepUntilLook(either)) if (this.isWorth(source.report())) return true;
    if (signal.aborted) return false;
    const waitMs = this.toldAt + changesMs - clock.monotonic();
    return waitMs <= 0 || (await pause(clock, waitMs, signal));
  }

  /** Whether it is time to look for figures; not while they are told with every poll anyway, or announced. */
  private async sleepUntilLook(signal: AbortSignal): Promise<boolean> {
    if (!this.hasTold && !this.options.isAnnounced)
      return await pause(this.options.clock, FIGURES_MS, signal);
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

/** Of the health of what a service sends requests to. */
export const healthNews = (
  source: NewsSource<HealthReport> | undefined,
  clock: Clock,
): PollNews<HealthReport> =>
  new PollNews({
    source,
    saysAnything: ({ providers, models }) => providers.length + models.length > 0,
    changesMs: 1_000,
    clock,
  });

/** Of what was spent. */
export const spendNews = (
  source: NewsSource<SpendReport> | undefined,
  clock: Clock,
): PollNews<SpendReport> =>
  new PollNews({
    source,
    saysAnything: ({ objects }) => objects.length > 0,
    changesMs: 2_000,
    clock,
  });

/** Of what was found out of objects. */
export const findingsNews = (
  source: NewsSource<FindingsReport> | undefined,
  clock: Clock,
): PollNews<FindingsReport> =>
  new PollNews({
    source,
    saysAnything: ({ objects }) => objects.length > 0,
    isAnnounced: true,
    changesMs: 1_000,
    clock,
  });
