import { attributesOf, type Expression } from './ast.ts';
import { evaluate, type Lookup } from './evaluate.ts';

/** What attributes of a model that could serve begin with. */
const CANDIDATE = 'candidate.';

export const isOfCandidate = (attribute: string): boolean => attribute.startsWith(CANDIDATE);

/** The attributes of candidates that a condition reads, once each. */
export const candidateAttributesOf = (expression: Expression): string[] =>
  attributesOf(expression).flatMap(({ name }) => (isOfCandidate(name) ? [name] : []));

/** Whether a condition is to be held against each model that could serve, and not against the request alone. */
export const readsCandidates = (expression: Expression | undefined): boolean =>
  expression !== undefined && candidateAttributesOf(expression).length > 0;

/** Whether the condition could hold for some candidate, as far as the request says: tests on candidates are left open. */
export const mayHold = (expression: Expression, lookup: Lookup): boolean =>
  holds(expression, lookup, true);

/** A test on a candidate counts as `open`; beneath a `!` it is the other way round. */
function holds(expression: Expression, lookup: Lookup, open: boolean): boolean {
  switch (expression.op) {
    case 'and':
      return expression.terms.every((term) => holds(term, lookup, open));
    case 'or':
      return expression.terms.some((term) => holds(term, lookup, open));
    case 'not':
      return !holds(expression.term, lookup, !open);
    default:
      return isOfCandidate(expression.attribute.name) ? open : evaluate(expression, lookup);
  }
}
