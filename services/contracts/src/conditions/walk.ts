import type { Attribute, Expression } from './ast.ts';

/** Every attribute that a condition reads, once each, in order of appearance. */
export function attributesOf(expression: Expression): Attribute[] {
  const found = new Map<string, Attribute>();
  visit(expression, (attribute) => found.set(attribute.name, attribute));
  return [...found.values()];
}

function visit(expression: Expression, note: (attribute: Attribute) => void): void {
  switch (expression.op) {
    case 'and':
    case 'or':
      for (const term of expression.terms) visit(term, note);
      return;
    case 'not':
      visit(expression.term, note);
      return;
    default:
      note(expression.attribute);
  }
}
