import type { z } from 'zod';

/** A cross-field rule, once for Kubernetes (CEL) and once for us (a predicate). A property test holds the two together. */
export interface Rule<T> {
  /** The CEL expression; `self` is the value that the rule stands on. */
  readonly cel: string;
  /** What is wrong and what to do, as the user reads it. */
  readonly message: string;
  /** Where to point, below the value (`.baseUrl`). */
  readonly fieldPath?: string;
  /** The same as `cel`. */
  readonly holds: (value: T) => boolean;
}

/** `schema` with its rules, carried to the CRD as `x-kubernetes-validations`. */
export function withRules<S extends z.ZodType>(schema: S, rules: readonly Rule<z.output<S>>[]): S {
  const meta = schema.meta() ?? {};
  const checked = schema.superRefine((value, context) => {
    for (const rule of rules) {
      if (!rule.holds(value)) {
        const path = rule.fieldPath ? rule.fieldPath.slice(1).split('.') : [];
        context.addIssue({ code: 'custom', message: rule.message, path, input: value });
      }
    }
  });
  const validations = rules.map(({ cel, message, fieldPath }) => ({
    rule: cel,
    message,
    ...(fieldPath ? { fieldPath } : {}),
  }));
  return checked.meta({ ...meta, 'x-kubernetes-validations': validations });
}
