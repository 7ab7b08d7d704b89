/** What an attribute holds, which decides how it compares. */
export type AttributeType = 'string' | 'boolean' | 'number';

/** An attribute as a condition names it, resolved: `department` has become `metadata.department`. */
export interface Attribute {
  readonly name: string;
  readonly type: AttributeType;
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** One test on one attribute. Values are kept as written; quotes are gone. */
export type Test =
  | {
      readonly op: 'compare';
      readonly attribute: Attribute;
      readonly comparison: Comparison;
      readonly value: string;
    }
  | { readonly op: 'in'; readonly attribute: Attribute; readonly values: readonly string[] }
  | { readonly op: 'startsWith'; readonly attribute: Attribute; readonly value: string }
  | { readonly op: 'has'; readonly attribute: Attribute };

/** A condition, parsed. */
export type Expression =
  | Test
  | { readonly op: 'and' | 'or'; readonly terms: readonly Expression[] }
  | { readonly op: 'not'; readonly term: Expression };

/** Every test of a condition, in order of appearance. */
export function testsIn(expression: Expression): Test[] {
  if (expression.op === 'not') return testsIn(expression.term);
  return 'terms' in expression ? expression.terms.flatMap(testsIn) : [expression];
}

/** Every attribute that a condition reads, once each, in order of appearance. */
export function attributesOf(expression: Expression): Attribute[] {
  const found = testsIn(expression).map(({ attribute }) => [attribute.name, attribute] as const);
  return [...new Map(found).values()];
}
