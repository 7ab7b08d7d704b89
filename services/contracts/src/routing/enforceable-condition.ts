import { type Expression, attributesOf } from '../conditions/ast.ts';
import { isSupplied } from '../conditions/attributes.ts';
import { parseCondition } from '../conditions/parse.ts';

/** A condition that this version can hold requests against. Throws where the text is none, or reads what nobody supplies. */
export function enforceableCondition(text: string): Expression {
  const expression = parseCondition(text);
  const foreign = attributesOf(expression).find((attribute) => !isSupplied(attribute));
  if (foreign) throw new RangeError(`${foreign.name} is not known to this version`);
  return expression;
}
