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
  const read = rules.map((rule) => ({ rule, reads: fieldsRead(rule.cel) }));
  const checked = schema.superRefine(
    (value, context) => {
      const unread = context.issues.filter((issue) => issue.continue !== true);
      for (const { rule, reads } of read) {
        if (!isReadable(reads, unread) || rule.holds(value)) continue;
        const path = rule.fieldPath ? rule.fieldPath.slice(1).split('.') : [];
        context.addIssue({ code: 'custom', message: rule.message, path, input: value });
      }
    },
    // A rule is checked wherever the fields that it reads are of the right type: a wrong one elsewhere does not hide it.
    { when: () => true },
  );
  const validations = rules.map(({ cel, message, fieldPath }) => ({
    rule: cel,
    message,
    ...(fieldPath ? { fieldPath } : {}),
  }));
  return checked.meta({ ...meta, 'x-kubernetes-validations': validations });
}

/** The fields below `self` that an expression reads, as paths. What is a function of `self` reads all of it. */
const fieldsRead = (cel: string): string[][] =>
  [...cel.matchAll(/\bself((?:\.[A-Za-z_]\w*)*)(\()?/g)].map(([, path = '', call]) => {
    const names = path.split('.').slice(1);
    return call === undefined ? names : names.slice(0, -1);
  });

const isReadable = (
  reads: readonly (readonly string[])[],
  unread: readonly { readonly path?: readonly PropertyKey[] | undefined }[],
): boolean => !reads.some((one) => unread.some(({ path = [] }) => overlap(one, path)));

/** Whether one path leads to the other, or through it. */
function overlap(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((key, index) => key === other[index]);
}
