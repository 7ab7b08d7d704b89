import { plainWords } from '@aicp/contracts/words/plain-words';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { immutableMessage, singletonMessage } from '@aicp/crds/kit/manifest';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { sameJson, type KubeObject } from '../objects/object.ts';
import type { FieldError } from '../objects/status.ts';
import { brokenRule, invalidValue } from '../objects/field-errors.ts';

/** What keeps rules from being checked: with one of these, what a rule would read may not be there. */
const BLOCKING = new Set<FieldError['reason']>([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const NOT_CHECKED = invalidValue(
  '<nil>',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

function ruleMessages(schema: StructuralSchema, into = new Set<string>()): Set<string> {
  for (const rule of schema['x-kubernetes-validations'] ?? []) into.add(rule.message);
  const children = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter((child) => child !== undefined),
  ];
  for (const child of children) ruleMessages(child, into);
  return into;
}

function joinPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`),
    'spec',
  );
}

/**
 * Checks the rules of a kind (those of its zod schema, its only name, its reserved names, its unchanging spec) after the structure was found to have
 * `structural` errors. zod has the last word on a spec: what it refuses is refused even where the structure says nothing.
 */
export function ruleChecker(kind: KindDefinition) {
  const messages = ruleMessages(kind.structural.spec);
  return (
    object: KubeObject,
    old: KubeObject | undefined,
    structural: readonly FieldError[],
  ): FieldError[] => {
    if (structural.some((error) => BLOCKING.has(error.reason))) return [NOT_CHECKED];
    const errors = rootErrors(kind, object, old);
    const parsed = kind.spec.safeParse(object['spec'], { reportInput: true, error: plainWords() });
    for (const { code, input, path, message } of parsed.error?.issues ?? []) {
      if (structural.length > 0 && !messages.has(message)) continue;
      const field = joinPath(path);
      // Of a rule that stands on a text, the API server shows the text.
      const isOfText = code === 'custom' && typeof input === 'string';
      errors.push(isOfText ? invalidValue(field, input, message) : brokenRule(field, message));
    }
    return errors;
  };
}

function rootErrors(
  kind: KindDefinition,
  object: KubeObject,
  old: KubeObject | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  if (kind.singleton && object.metadata.name !== kind.singleton) {
    errors.push(brokenRule('<nil>', singletonMessage(kind)));
  }
  if (kind.reserved?.names.includes(object.metadata.name) === true) {
    errors.push(brokenRule('<nil>', kind.reserved.message));
  }
  if (kind.immutable && old && !sameJson(object['spec'], old['spec'])) {
    errors.push(brokenRule('<nil>', immutableMessage(kind)));
  }
  return errors;
}
