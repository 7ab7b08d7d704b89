import type { Demand } from '@aicp/contracts/limits/demands';
import type { Cell } from './tally.ts';

/** How a counter stood with all replicas, as it was last told, and what of that was counted here. */
export type Heard = Pick<Cell, 'others' | 'ownThen'>;

/** How much of a counter is for a replica that counts by itself: since it shares nothing with others, or has lost what it shares. */
export interface Allowance {
  /** The most that its own count may come to. Asked for each demand of each request: it has to know at once. */
  most(demand: Demand, heard: Heard | undefined): number;
}

/**
 * An equal part for each of so many replicas. Of money, it is an equal part of what was left when the counter was last heard of: what all of them
 * spent before is not given out again.
 */
export class EqualShares implements Allowance {
  private readonly replicas: () => number;

  constructor(replicas: () => number) {
    this.replicas = replicas;
  }

  most({ limit, window }: Demand, heard: Heard | undefined): number {
    const { others, ownThen = 0 } = heard ?? {};
    if (window.kind !== 'period' || others === undefined) return shareOf(limit, this.replicas());
    const left = Math.max(0, limit - others - ownThen);
    return ownThen + Math.floor(left / countOf(this.replicas()));
  }
}

/** What of a limit is for one of so many replicas that count apart: an equal part, rounded down, and one at least. */
function shareOf(limit: number, replicas: number): number {
  return Math.min(limit, Math.max(1, Math.floor(limit / countOf(replicas))));
}

const countOf = (replicas: number): number => Math.max(1, Math.floor(replicas) || 1);
