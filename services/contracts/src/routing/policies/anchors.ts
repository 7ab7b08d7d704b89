import type { Expression, Test } from '../../conditions/ast.ts';
import { isOfCandidate } from '../../conditions/candidates.ts';

/** An attribute that equals a value, or begins with it. */
export interface Anchor {
  readonly attribute: string;
  readonly kind: 'exact' | 'prefix';
  readonly value: string;
}

/**
 * Anchors of which at least one holds whenever the expression does, or may for some candidate; undefined where there are none to be found (a test for
 * inequality, order or absence). `costOf` says how common an anchor is: of the terms of an `and`, the rarest is taken.
 */
export function anchorsOf(
  expression: Expression,
  costOf: (anchor: Anchor) => number,
  negated = false,
): readonly Anchor[] | undefined {
  if (expression.op === 'not') return anchorsOf(expression.term, costOf, !negated);
  if (!isCombined(expression)) return anchorsOfTest(expression, negated);
  const terms = expression.terms.map((term) => anchorsOf(term, costOf, negated));
  const allHold = (expression.op === 'and') !== negated;
  return allHold ? cheapest(terms, costOf) : together(terms);
}

/** Every anchor anywhere in the expression, to count how common each is. */
export function allAnchors(expression: Expression, negated = false): readonly Anchor[] {
  if (expression.op === 'not') return allAnchors(expression.term, !negated);
  if (!isCombined(expression)) return anchorsOfTest(expression, negated) ?? [];
  return expression.terms.flatMap((term) => allAnchors(term, negated));
}

type Combined = Extract<Expression, { readonly terms: readonly Expression[] }>;

const isCombined = (expression: Expression): expression is Combined =>
  expression.op === 'and' || expression.op === 'or';

/** One text for equal anchors. */
export const anchorKey = ({ attribute, kind, value }: Anchor): string =>
  `${kind} ${attribute} ${value}`;

function anchorsOfTest(test: Test, negated: boolean): readonly Anchor[] | undefined {
  const attribute = test.attribute.name;
  // A request has none of a candidate's attributes: it cannot be found by them.
  if (isOfCandidate(attribute)) return undefined;
  if (test.op === 'compare') {
    const equals = test.comparison === (negated ? '!=' : '==');
    return equals ? [{ attribute, kind: 'exact', value: test.value }] : undefined;
  }
  if (negated || test.op === 'has') return undefined;
  if (test.op === 'startsWith') return [{ attribute, kind: 'prefix', value: test.value }];
  return [...new Set(test.values)].map((value) => ({ attribute, kind: 'exact', value }));
}

type Choice = readonly Anchor[] | undefined;

function together(terms: readonly Choice[]): Choice {
  const found: Anchor[] = [];
  for (const term of terms) {
    if (!term) return undefined;
    found.push(...term);
  }
  return found;
}

function cheapest(terms: readonly Choice[], costOf: (anchor: Anchor) => number): Choice {
  let best: Choice;
  let least = Infinity;
  for (const term of terms) {
    if (!term) continue;
    const cost = term.reduce((sum, anchor) => sum + costOf(anchor), 0);
    if (cost < least) [best, least] = [term, cost];
  }
  return best;
}
