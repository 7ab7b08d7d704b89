import type { Clock } from '../time/clock.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Counters, Misfit, Standing, Taken } from './counters.ts';
import { EntriesHold } from './hold.ts';
import { Ledger, shareOf, type Moment } from './ledger.ts';

/** Counters of one process, in its memory. Calls back in the same turn. Of several replicas that count so, each has its share of a limit. */
export class MemoryCounters implements Counters {
  private readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  private readonly replicas: () => number;
  private readonly ledger = new Ledger();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, replicas: () => number = () => 1) {
    this.clock = clock;
    this.replicas = replicas;
  }

  take(demands: readonly Demand[], done: (taken: Taken) => void): void {
    const verdict = this.ledger.take(demands, this.moment(), this.shareOf);
    if (!verdict.isTaken) {
      done(verdict);
      return;
    }
    const { standings, entries } = verdict;
    done({ isTaken: true, standings, hold: new EntriesHold(entries, this.ledger) });
  }

  peek(demands: readonly Demand[]): Promise<Misfit> {
    return Promise.resolve(this.glance(demands));
  }

  /** What `peek` says, at once. */
  glance(demands: readonly Demand[]): Misfit {
    return this.ledger.look(demands, this.moment(), this.shareOf);
  }

  known(demands: readonly Demand[]): readonly Standing[] {
    return this.glance(demands).standings;
  }

  /** Counts what was used before, in the windows of now, whatever the limits. */
  load(demands: readonly Demand[]): void {
    const moment = this.moment();
    for (const demand of demands) this.ledger.add({ ...demand, isHeld: false }, moment);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** How many counts are kept. */
  get size(): number {
    return [...this.ledger.cells()].length;
  }

  private readonly shareOf = ({ limit }: Demand): number => shareOf(limit, this.replicas());

  private moment(): Moment {
    const steady = this.clock.monotonic();
    return { wall: this.clock.now(), sliding: steady, steady };
  }
}
