import type { Variables } from './variables.ts';

/** Works out expressions, within bounds. Both throw an Error whose message is a sentence for whoever wrote the template. */
export interface Expressions {
  /** A value with all expressions in it worked out. */
  value(template: unknown, variables: Variables): unknown;
  /** Whether a condition holds. */
  holds(condition: string, variables: Variables): boolean;
}
