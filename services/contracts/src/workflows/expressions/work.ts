import { ExpressionError } from './expression-error.ts';

/** A unit is one node of an expression worked out once, or so many characters looked at: about a tenth of a microsecond. */
const MAX_UNITS = 100_000;
const CHARACTERS_PER_UNIT = 32;

/** How deep values may be nested. */
export const MAX_NESTING = 100;

/**
 * What may still be worked out. Macros in macros multiply, texts joined to themselves double: whoever works out expressions charges each
 * step, and the whole ends when nothing is left. Several expressions may share one.
 */
export class Work {
  private left = MAX_UNITS;

  /** Errors are caught inside expressions (`||`, `exists`), so that the end has to be asked for once more behind them. */
  get isOver(): boolean {
    return this.left < 0;
  }

  charge(units: number): void {
    this.left -= units;
    if (this.isOver) throw TOO_MUCH;
  }

  /** For an operator that may look at all of a value. */
  chargeSize(value: unknown): void {
    this.charge(Math.floor(sizeOf(value) / CHARACTERS_PER_UNIT));
  }
}

/** One for all, because making one takes a stack trace each time. */
export const TOO_MUCH = new ExpressionError(
  'takes too much work: nest fewer macros (map, filter, all, exists), or give it shorter lists and texts',
);

const known = new WeakMap<object, number>();

/** About how many characters a value has, however deep. Values are not changed once they were measured. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (depth > MAX_NESTING) throw tooDeep();
  const measured = known.get(value);
  if (measured !== undefined) return measured;
  let size = 8;
  for (const [key, one] of entriesOf(value)) size += 8 + sizeOf(key) + sizeOf(one, depth + 1);
  known.set(value, size);
  return size;
}

function entriesOf(value: object): Iterable<readonly [unknown, unknown]> {
  if (Array.isArray(value)) return value.entries();
  return value instanceof Map ? value : Object.entries(value);
}

export const tooDeep = (): ExpressionError =>
  new ExpressionError(`has values nested more than ${String(MAX_NESTING)} deep: flatten them`);
