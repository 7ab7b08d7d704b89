import type { Attribute, Expression, Test } from './ast.ts';

/**
 * The one spelling of a condition: two conditions that differ only in spaces, quotes, the order of terms, doubled terms, `in` of
 * one value or the place of a `!` have the same. Used to find policies that contradict each other, and to evaluate equal ones once.
 */
export function normalise(expression: Expression): string {
  return print(positive(expression));
}

/** Pushes `!` down to the tests, and turns tests with two spellings into one. */
function positive(expression: Expression): Expression {
  switch (expression.op) {
    case 'not':
      return negative(expression.term);
    case 'and':
    case 'or':
      return flat(expression.op, expression.terms.map(positive));
    case 'in':
      return membership(expression.attribute, expression.values);
    default:
      return expression;
  }
}

function negative(expression: Expression): Expression {
  switch (expression.op) {
    case 'not':
      return positive(expression.term);
    case 'and':
      return flat('or', expression.terms.map(negative));
    case 'or':
      return flat('and', expression.terms.map(negative));
    case 'in':
      return negated(membership(expression.attribute, expression.values));
    default:
      return negated(expression);
  }
}

/** `!(a == v)` is `a != v`; other tests keep their `!`, since `!(a < v)` holds where `a` is missing and `a >= v` does not. */
function negated(test: Test): Expression {
  if (test.op !== 'compare') return { op: 'not', term: test };
  if (test.comparison === '==') return { ...test, comparison: '!=' };
  if (test.comparison === '!=') return { ...test, comparison: '==' };
  return { op: 'not', term: test };
}

function membership(attribute: Attribute, values: readonly string[]): Test {
  const distinct = [...new Set(values)].sort();
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined
    ? { op: 'compare', attribute, comparison: '==', value: only }
    : { op: 'in', attribute, values: distinct };
}

function flat(op: 'and' | 'or', terms: readonly Expression[]): Expression {
  const inner = terms.flatMap((term) => (term.op === op ? term.terms : [term]));
  const distinct = new Map(inner.map((term) => [print(term), term]));
  const sorted = [...distinct.keys()].sort().flatMap((key) => distinct.get(key) ?? []);
  const [only] = sorted;
  return sorted.length === 1 && only ? only : { op, terms: sorted };
}

function print(expression: Expression): string {
  switch (expression.op) {
    case 'and':
    case 'or':
      return `(${expression.terms.map(print).join(expression.op === 'and' ? ' && ' : ' || ')})`;
    case 'not':
      return `!${print(expression.term)}`;
    case 'has':
      return `has(${expression.attribute.name})`;
    case 'startsWith':
      return `${expression.attribute.name}.startsWith(${JSON.stringify(expression.value)})`;
    case 'in':
      return `${expression.attribute.name} in ${JSON.stringify(expression.values)}`;
    case 'compare':
      return `${expression.attribute.name} ${expression.comparison} ${JSON.stringify(expression.value)}`;
  }
}
