import { ExpressionError } from './expression-error.ts';
import { MAX_NESTING, tooDeep } from './work.ts';

const converted = new WeakMap<object, unknown>();

/**
 * A JSON value as expressions see it: whole numbers are int, others double, and objects are maps without anything inherited. The answer is
 * remembered by the object, which may not be changed afterwards.
 */
export function toExpressionValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_NESTING) throw tooDeep();
  const known = converted.get(value);
  if (known !== undefined) return known;
  const made = Array.isArray(value)
    ? value.map((one) => toExpressionValue(one ?? null, depth + 1))
    : mapOf(value, depth);
  converted.set(value, made);
  return made;
}

const mapOf = (value: object, depth: number): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => [key, toExpressionValue(one, depth + 1)]),
  );

/** The JSON value of what an expression came to. */
export function fromExpressionValue(value: unknown, depth = 0): unknown {
  if (depth > MAX_NESTING) throw tooDeep();
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return wholeNumber(value);
    case 'number':
      if (Number.isFinite(value)) return value;
      throw new ExpressionError(`comes to ${String(value)}, which JSON cannot hold`);
    case 'object':
      return value === null ? null : composedOf(value, depth);
    default:
      throw noJson();
  }
}

function wholeNumber(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new ExpressionError('comes to a whole number beyond 2^53: make it a text with string()');
}

function composedOf(value: object, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => fromExpressionValue(one, depth + 1));
  if (!(value instanceof Map) && Object.getPrototypeOf(value) !== Object.prototype) throw noJson();
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  // fromEntries defines each key as the object's own, `__proto__` too.
  return Object.fromEntries(
    entries.map(([key, one]) => [String(key), fromExpressionValue(one, depth + 1)]),
  );
}

const noJson = () =>
  new ExpressionError(
    'comes to no JSON value: end with a text, a number, true or false, a list or a map',
  );
