import type { Clock } from '../time/clock.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Counters, Misfit, Standing, Taken } from './counters.ts';
import { EntriesHold } from './hold.ts';
import { EqualShares, type Allowance } from './allowance.ts';
import { Ledger, type LimitOf } from './ledger.ts';
import type { Cell } from './tally.ts';
import type { Moment } from './window.ts';

/** Counters of one process, in its memory. Calls back in the same turn. Of several replicas that count so, each has its share of a limit. */
export class MemoryCounters implements Counters {
  private readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  private readonly allowance: Allowance;
  private readonly ledger = new Ledger();

  constructor(
    clock: Pick<Clock, 'now' | 'monotonic'>,
    replicas: () => number = () => 1,
    allowance: Allowance = new EqualShares(replicas),
  ) {
    this.clock = clock;
    this.allowance = allowance;
  }

  take(
    demands: readonly Demand[],
    done: (taken: Taken) => void,
    otherwise?: readonly Demand[],
  ): void {
    const lists = otherwise ? [demands, otherwise] : [demands];
    const verdict = this.ledger.takeEither(lists, this.moment(), this.most);
    if (!verdict.isTaken) {
      done(verdict);
      return;
    }
    const { standings, entries, isOther = false } = verdict;
    done({ isTaken: true, isOther, standings, hold: new EntriesHold(entries, this.ledger) });
  }

  peek(demands: readonly Demand[]): Promise<Misfit> {
    return Promise.resolve(this.glance(demands));
  }

  /** What `peek` says, at once. */
  glance(demands: readonly Demand[]): Misfit {
    return this.ledger.look(demands, this.moment(), this.most);
  }

  cell(demand: Demand): Readonly<Pick<Cell, 'used' | 'held'>> {
    return this.ledger.cell(demand, this.moment());
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

  private readonly most: LimitOf = (demand, heard) => this.allowance.most(demand, heard);

  private moment(): Moment {
    const steady = this.clock.monotonic();
    return { wall: this.clock.now(), sliding: steady, steady };
  }
}
