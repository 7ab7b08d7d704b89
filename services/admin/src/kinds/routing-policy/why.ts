import { type Expression, type Test, attributesOf } from '@aicp/contracts/conditions/ast';
import { mayHold } from '@aicp/contracts/conditions/candidates';
import type { Lookup } from '@aicp/contracts/conditions/evaluate';

/** Why a condition does not hold, whatever candidates are like: the tests that keep it from it, each with what the request says, as far as `shown` may be told. */
export function whyNot(expression: Expression, lookup: Lookup, shown: Lookup = lookup): string {
  switch (expression.op) {
    case 'and': {
      const failing = expression.terms.find((term) => !mayHold(term, lookup));
      return failing ? whyNot(failing, lookup, shown) : '';
    }
    case 'or':
      return expression.terms.map((term) => whyNot(term, lookup, shown)).join('; ');
    case 'not':
      return `what may not hold does: ${said(attributesIn(expression.term), shown)}`;
    default:
      return `${written(expression)} is false: ${said([expression.attribute.name], shown)}`;
  }
}

/** A test as people write it. */
function written(test: Test): string {
  const { name } = test.attribute;
  switch (test.op) {
    case 'compare':
      return `${name} ${test.comparison} ${test.value}`;
    case 'in':
      return `${name} in [${test.values.join(', ')}]`;
    case 'startsWith':
      return `${name}.startsWith(${test.value})`;
    case 'has':
      return `has(${name})`;
  }
}

const said = (names: readonly string[], lookup: Lookup): string =>
  names
    .map((name) => {
      const value = lookup(name);
      return value === undefined ? `${name} is not set` : `${name} is ${value}`;
    })
    .join(', ');

const attributesIn = (expression: Expression): readonly string[] => [
  ...new Set(attributesOf(expression).map(({ name }) => name)),
];
