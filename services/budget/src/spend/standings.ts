import type { Clock } from '@aicp/common/time/clock';
import { stopsAnything, type BudgetDirectory, type Known } from '../snapshot/budget-directory.ts';
import { standingOf, type Standing } from './standing.ts';
import type { SpendFigures } from './spend-figures.ts';
import type { SpendTracker } from './spend-tracker.ts';

/** How all limits stand by one snapshot and the figures of one moment. */
export interface AllStandings {
  readonly known: Known;
  readonly figures: SpendFigures;
  /** By id of the limit, in that order. */
  readonly byId: ReadonlyMap<string, Standing>;
}

/** Works out how limits stand, once for all who ask until something changes. */
export class Standings {
  private readonly options: {
    readonly directory: Pick<BudgetDirectory, 'known'>;
    readonly tracker: Pick<SpendTracker, 'figures'>;
    readonly clock: Clock;
  };
  private last: AllStandings | undefined;
  /** When the next temporary increase ends, which changes a limit while all else stays. */
  private untilMs = -Infinity;

  constructor(options: Standings['options']) {
    this.options = options;
  }

  /** Undefined before there are a snapshot and figures. */
  get now(): AllStandings | undefined {
    const { directory, tracker, clock } = this.options;
    const { known } = directory;
    const { figures } = tracker;
    if (!known || !figures) return undefined;
    const nowMs = clock.now();
    const isSame = this.last?.known === known && this.last.figures === figures;
    if (isSame && nowMs < this.untilMs) return this.last;
    const { book, limits } = known;
    const measure = { figures, book, nowMs, isEnforced: stopsAnything(known) };
    const standings = limits.map((limit) => standingOf(limit, measure));
    const byId = new Map(standings.map((standing) => [standing.limit.id, standing]));
    this.last = { known, figures, byId };
    const ends = known.limits.flatMap(({ increase }) => increase?.endsMs ?? []);
    this.untilMs = Math.min(...ends.filter((ms) => ms > nowMs));
    return this.last;
  }
}
