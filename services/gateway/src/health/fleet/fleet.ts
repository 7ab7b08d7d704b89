import type { Board } from '@aicp/common/counters/redis/board';
import { reasonOf } from '@aicp/common/counters/redis/store';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { readReport, together, writeReport, type Report, type Seen } from './seen-figures.ts';

/** Between two turns. */
const EVERY_MS = 1_000;
/** Figures that are older do not count. */
export const STALE_MS = 5_000;

export interface FleetOptions {
  readonly board: Pick<Board, 'isReady' | 'exchange' | 'leave'>;
  /** What this replica has seen of the models that strategies order. */
  readonly seen: () => readonly Seen[];
  readonly clock: Clock;
  readonly log: Logger;
}

interface Heard {
  readonly report: Report;
  /** Monotonic. */
  readonly staleAt: number;
}

/**
 * What the other replicas have seen of models. Once a second each tells what it has seen, and hears what the others have, in one command of which no
 * request knows. What is heard is added up then, and stays for as long as it is fresh, whether the server answers or not.
 */
export class Fleet {
  private readonly options: FleetOptions;
  private readonly turns: BackgroundLoop;
  private heard: readonly Heard[] = [];
  private others: Report = new Map();
  private isLost = false;

  constructor(options: FleetOptions) {
    this.options = options;
    this.turns = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock: options.clock,
      onFailure: (error) => {
        this.fail(reasonOf(error));
      },
    });
  }

  /** How many others were heard of late. */
  get size(): number {
    return this.heard.length;
  }

  /** What the others have seen of a model. */
  of(key: string): ReturnType<Report['get']> {
    return this.others.get(key);
  }

  start(): void {
    this.turns.start();
  }

  /** Takes away what this replica told, so that the others forget it at once. */
  async stop(): Promise<void> {
    await this.turns.stop();
    // Who cannot say so is forgotten after a while.
    if (this.options.board.isReady) await this.options.board.leave().catch(() => undefined);
  }

  private async turn(): Promise<void> {
    const { board, seen, clock, log } = this.options;
    if (!board.isReady) {
      this.forget();
      return;
    }
    const asked = clock.monotonic();
    const own = seen();
    const notices = await board.exchange(writeReport(own));
    const keys = new Set(own.map(({ key }) => key));
    const isKnown = (key: string): boolean => keys.has(key);
    const heard = notices.flatMap(({ ageMs, text }): Heard[] => {
      const report = ageMs < STALE_MS ? readReport(text, isKnown) : undefined;
      return report ? [{ report, staleAt: asked + STALE_MS - ageMs }] : [];
    });
    this.take(heard);
    if (this.isLost) log.info({ replicas: this.size }, 'fleet_figures_shared');
    this.isLost = false;
  }

  private fail(reason: string): void {
    if (!this.isLost) this.options.log.warn({ reason }, 'fleet_figures_lost');
    this.isLost = true;
    this.forget();
  }

  /** Leaves out what has become stale. */
  private forget(): void {
    const now = this.options.clock.monotonic();
    const fresh = this.heard.filter(({ staleAt }) => staleAt > now);
    if (fresh.length < this.heard.length) this.take(fresh);
  }

  private take(heard: readonly Heard[]): void {
    this.heard = heard;
    this.others = together(heard.map(({ report }) => report));
  }
}
