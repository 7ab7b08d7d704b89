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

/** What is known of a request: tests on attributes that are `isOpen` are left open. */
interface Known {
  readonly lookup: Lookup;
  readonly isOpen: (attribute: string) => boolean;
}

/** Whether the condition could hold for some candidate, as far as the request says: tests on candidates are left open, or on whatever else is said to be. */
export const mayHold = (
  expression: Expression,
  lookup: Lookup,
  isOpen: Known['isOpen'] = isOfCandidate,
): boolean => holds(expression, { lookup, isOpen }, true);

/** Whether it holds whatever the attributes are that are open. */
export const mustHold = (
  expression: Expression,
  lookup: Lookup,
  isOpen: Known['isOpen'] = isOfCandidate,
): boolean => holds(expression, { lookup, isOpen }, false);

/** A test on what is not known counts as `open`; beneath a `!` it is the other way round. */
function holds(expression: Expression, known: Known, open: boolean): boolean {
  switch (expression.op) {
    case 'and':
      return expression.terms.every((term) => holds(term, known, open));
    case 'or':
      return expression.terms.some((term) => holds(term, known, open));
    case 'not':
      return !holds(expression.term, known, !open);
    default:
      return known.isOpen(expression.attribute.name) ? open : evaluate(expression, known.lookup);
  }
}
