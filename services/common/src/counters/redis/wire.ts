import type { Demand, Window } from '@aicp/contracts/limits/demands';
import type { Misfit, Standing } from '../counters.ts';
import { misfitOf, overOf } from '../ledger.ts';
import { ASK_AGAIN_MS, type Cell } from '../tally.ts';
import { spanOf, type Span } from '../window.ts';

const LETTERS = {
  minute: 'm',
  day: 'd',
  period: 'p',
  sliding: 's',
  now: 'n',
} as const satisfies Record<Window['kind'], string>;

/** What all demands of a take came to. */
export interface Answer extends Misfit {
  readonly fits: boolean;
}

/** Demands as the script reads them. */
export interface Asking {
  readonly demands: readonly Demand[];
  /** What is taken in the same step where they do not fit. */
  readonly otherwise?: readonly Demand[] | undefined;
  readonly isLook: boolean;
}

/** Writes what the script that takes is asked: JSON, by hand, as every request brings several demands and `JSON.stringify` of lists takes far longer. */
export class TakeWriter {
  private starts: readonly number[] = [];
  private startsText = '';

  /** `settlements` as of `cellOnWire`. */
  write(settlements: readonly string[], takes: readonly Asking[]): string {
    let text = `[[${settlements.join(',')}],[`;
    let separator = '';
    for (const { demands, otherwise, isLook } of takes) {
      text += separator + this.list(isLook ? LOOK : TAKE, demands);
      if (otherwise) text += `,${this.list(ELSE_TAKE, otherwise)}`;
      separator = ',';
    }
    return `${text}]]`;
  }

  private list(how: string, demands: readonly Demand[]): string {
    let text = `[${how}`;
    for (const demand of demands) text += this.demand(demand);
    return `${text}]`;
  }

  private demand(demand: Demand): string {
    const { counter, window, limit, amount, isHeld, yields, base = 0, least = 0 } = demand;
    const held = yields === true ? HELD_AND_YIELDS : HELD;
    const amounts = `${String(limit)},${String(amount)},${isHeld ? held : '0'}`;
    const fixed = `,[${quoted(counter)},"${LETTERS[window.kind]}",${amounts}`;
    if (window.kind === 'day') return `${fixed},${this.daysText(window.starts)}]`;
    if (window.kind === 'period')
      return `${fixed},[${spanText(window)},${String(base)},${String(least)}]]`;
    return window.kind === 'sliding' ? `${fixed},${String(window.ms)}]` : `${fixed}]`;
  }

  /** Nearly all requests of a day have the same. */
  private daysText(starts: readonly number[]): string {
    if (starts !== this.starts) {
      this.starts = starts;
      this.startsText = JSON.stringify(starts);
    }
    return this.startsText;
  }
}

/** Amounts of a cell as the script reads them: JSON. */
export function cellOnWire(cell: Cell, used: number, held: number): string {
  const { counter, window, startsMs, lengthMs } = cell;
  let at = `${String(startsMs)},0`;
  if (window === 'sliding') at = `${String(lengthMs)},${String(startsMs)}`;
  if (window === 'period') at = spanText({ startsMs, endsMs: startsMs + lengthMs });
  return `["${LETTERS[window]}",${quoted(counter)},${at},${String(used)},${String(held)}]`;
}

const spanText = ({ startsMs, endsMs }: Span): string => `${String(startsMs)},${String(endsMs)}`;

const ESCAPED = /["\\\x00-\x1f\ud800-\udfff]/;

const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);

/** How a demand that is held is marked. */
const HELD = '1';
const HELD_AND_YIELDS = '2';

/** How a list is asked for: to be taken, to be looked at, or to be taken if the one before it did not fit by what yields to it. */
const TAKE = '0';
const LOOK = '1';
const ELSE_TAKE = '2';

const DOUBLE_BYTES = 8;
/** Of each demand: whether it fits, the count, what of it is held, and until when. */
const DEMAND_DOUBLES = 4;

const doublesOf = ({ demands, otherwise }: Asking): number =>
  1 + DEMAND_DOUBLES * demands.length + (otherwise ? 1 + DEMAND_DOUBLES * otherwise.length : 0);
const NOT_AN_ANSWER = 'the counters’ script answered what it cannot answer';

/** Reads the answers to takes one after another, from the doubles that scripts answer. */
export class AnswerReader {
  /** The server's clock, ms since 1970. */
  readonly nowMs: number;
  /** -1: the server does not know this replica. */
  readonly second: number;
  private readonly reply: Buffer;
  private position = 0;

  /** `takes`: what was asked, all of which a server that knows this replica answers. */
  constructor(reply: unknown, takes: readonly Asking[] = []) {
    if (!Buffer.isBuffer(reply)) throw new TypeError(NOT_AN_ANSWER);
    this.reply = reply;
    this.nowMs = this.number();
    this.second = this.number();
    let doubles = 2;
    if (this.second >= 0) for (const one of takes) doubles += doublesOf(one);
    const isTold = Number.isFinite(this.nowMs) && Number.isFinite(this.second);
    if (!isTold || reply.length !== doubles * DOUBLE_BYTES) throw new TypeError(NOT_AN_ANSWER);
  }

  next(demands: readonly Demand[]): Answer {
    const fits = this.number() === 1;
    const refusedBy: number[] = [];
    const standings = demands.map((demand, index): Standing => {
      const fit = this.number();
      if (fit !== 1) refusedBy.push(index);
      const left = demand.limit - this.number();
      const held = this.number();
      return {
        remaining: Math.max(0, left),
        over: overOf(left),
        held,
        resetMs: this.resetMs(demand.window, this.number()),
        ...(fit === -1 ? { isUnknown: true } : {}),
      };
    });
    return { fits, ...misfitOf(standings, refusedBy) };
  }

  private resetMs(window: Window, sliding: number): number {
    if (window.kind === 'sliding') return sliding;
    if (window.kind === 'now') return ASK_AGAIN_MS;
    return Math.max(0, spanOf(window, this.nowMs).endsMs - this.nowMs);
  }

  private number(): number {
    const at = this.position;
    this.position = at + DOUBLE_BYTES;
    return this.position <= this.reply.length ? this.reply.readDoubleLE(at) : Number.NaN;
  }
}
