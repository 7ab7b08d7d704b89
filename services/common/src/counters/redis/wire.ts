import type { Demand, Window } from '@aicp/contracts/limits/demands';
import type { Misfit, Standing } from '../counters.ts';
import { misfitOf } from '../ledger.ts';
import { ASK_AGAIN_MS, type Cell } from '../tally.ts';
import { spanOf } from '../window.ts';

const LETTERS = { minute: 'm', day: 'd', sliding: 's', now: 'n' } as const satisfies Record<
  Window['kind'],
  string
>;

/** What all demands of a take came to. */
export interface Answer extends Misfit {
  readonly fits: boolean;
}

/** A take, or a look, as the script reads it. */
export function takeOnWire(demands: readonly Demand[], isLook: boolean): readonly unknown[] {
  return [isLook ? 1 : 0, ...demands.map(demandOnWire)];
}

function demandOnWire({ counter, window, limit, amount, isHeld }: Demand): readonly unknown[] {
  const fixed = [counter, LETTERS[window.kind], limit, amount, isHeld ? 1 : 0];
  if (window.kind === 'day') return [...fixed, window.starts];
  return window.kind === 'sliding' ? [...fixed, window.ms] : fixed;
}

/** Amounts of a cell as the script reads them. */
export function cellOnWire(cell: Cell, used: number, held: number): readonly unknown[] {
  const { counter, window, startsMs, lengthMs } = cell;
  const isSliding = window === 'sliding';
  const at = isSliding ? lengthMs : startsMs;
  return [LETTERS[window], counter, at, isSliding ? startsMs : 0, used, held];
}

/** Reads the answers to takes one after another. */
export class AnswerReader {
  /** The server's clock, ms since 1970. */
  readonly nowMs: number;
  /** -1: the server does not know this replica. */
  readonly second: number;
  private readonly numbers: readonly number[];
  private position = 2;

  constructor(reply: unknown) {
    if (!Array.isArray(reply) || reply.length < 2) {
      throw new TypeError('the counters’ script answered what it cannot answer');
    }
    this.numbers = reply.map(Number);
    [this.nowMs = 0, this.second = 0] = this.numbers;
  }

  next(demands: readonly Demand[]): Answer {
    const fits = this.number() === 1;
    const refusedBy: number[] = [];
    const standings = demands.map((demand, index): Standing => {
      if (this.number() === 0) refusedBy.push(index);
      const remaining = Math.max(0, demand.limit - this.number());
      return { remaining, resetMs: this.resetMs(demand.window, this.number()) };
    });
    return { fits, ...misfitOf(standings, refusedBy) };
  }

  private resetMs(window: Window, sliding: number): number {
    if (window.kind === 'sliding') return sliding;
    if (window.kind === 'now') return ASK_AGAIN_MS;
    return Math.max(0, spanOf(window, this.nowMs).endsMs - this.nowMs);
  }

  private number(): number {
    const value = this.numbers[this.position];
    this.position += 1;
    return value ?? 0;
  }
}
