import type { Comparison, Expression } from './ast.ts';

export type AttributeValue = string | number | boolean | undefined;

/** What a request says of an attribute; undefined where it lacks it. */
export type Lookup = (name: string) => AttributeValue;

const DECIMAL = /^[+-]?[0-9]+(\.[0-9]+)?$/;

/** Whether the condition holds. A test on an attribute that the request lacks is false, but for `!=`, which is true. */
export function evaluate(expression: Expression, lookup: Lookup): boolean {
  switch (expression.op) {
    case 'and':
      return expression.terms.every((term) => evaluate(term, lookup));
    case 'or':
      return expression.terms.some((term) => evaluate(term, lookup));
    case 'not':
      return !evaluate(expression.term, lookup);
    case 'has':
      return lookup(expression.attribute.name) !== undefined;
    case 'startsWith':
      return startsWith(lookup(expression.attribute.name), expression.value);
    case 'in':
      return isOneOf(lookup(expression.attribute.name), expression.values);
    case 'compare':
      return compare(lookup(expression.attribute.name), expression.comparison, expression.value);
  }
}

function startsWith(actual: AttributeValue, prefix: string): boolean {
  return actual !== undefined && String(actual).startsWith(prefix);
}

function isOneOf(actual: AttributeValue, values: readonly string[]): boolean {
  return actual !== undefined && values.includes(String(actual));
}

function compare(actual: AttributeValue, comparison: Comparison, value: string): boolean {
  if (comparison === '==') return actual !== undefined && String(actual) === value;
  if (comparison === '!=') return actual === undefined || String(actual) !== value;
  const [left, right] = [decimal(actual), decimal(value)];
  return left !== undefined && right !== undefined && IN_ORDER[comparison](left, right);
}

const IN_ORDER = {
  '<': (left: number, right: number) => left < right,
  '<=': (left: number, right: number) => left <= right,
  '>': (left: number, right: number) => left > right,
  '>=': (left: number, right: number) => left >= right,
};

function decimal(value: AttributeValue): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined;
}
