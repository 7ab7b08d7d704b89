import { Problem, type FieldError } from '@aicp/common/errors/problem';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { PromptText } from '../prompt-version/prompt-text.ts';

export type Value = string | number | boolean;

type Variable = NonNullable<PromptText['variables']>[number];

const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g;

/** Characters of a rendered text: a short one may name a long value many times. */
export const MAX_RENDERED = 1_048_576;

/**
 * The text with values in place of its variables; what stands in a value is never looked at again. A variable that the text names and
 * does not declare takes any value. Throws a Problem (422) that names each variable that is missing, unknown or of another type.
 */
export function render(text: PromptText, values: Readonly<Record<string, Value>>): string {
  const variables = variablesOf(text);
  const errors = [...unknownValues(variables, values), ...wrongValues(variables, values)];
  if (errors.length > 0) throw invalid(errors);
  let length = text.templateText.length;
  return text.templateText.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = String(valueOf(variables.get(name), name, values) ?? '');
    length += value.length;
    if (length > MAX_RENDERED) throw tooLong();
    return value;
  });
}

const tooLong = (): Problem =>
  new Problem(422, `The text would be longer than ${MAX_RENDERED} characters.`);

/** By name; undefined for those that the text names and does not declare. */
function variablesOf({
  templateText,
  variables = [],
}: PromptText): ReadonlyMap<string, Variable | undefined> {
  const declared = variables.map((variable) => [variable.name, variable] as const);
  const named = [...templateText.matchAll(PLACEHOLDER)].map(
    ([, name = '']) => [name, undefined] as const,
  );
  return new Map([...named, ...declared]);
}

type Variables = ReturnType<typeof variablesOf>;

function valueOf(
  variable: Variable | undefined,
  name: string,
  values: Readonly<Record<string, Value>>,
): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : variable?.default;
}

const unknownValues = (
  variables: Variables,
  values: Readonly<Record<string, Value>>,
): FieldError[] =>
  Object.keys(values)
    .filter((name) => !variables.has(name))
    .map((name) => ({ path: `variables.${name}`, message: 'the prompt has no such variable' }));

function wrongValues(variables: Variables, values: Readonly<Record<string, Value>>): FieldError[] {
  return [...variables].flatMap(([name, variable]) => {
    const message = objectionTo(variable, name, values);
    return message === undefined ? [] : [{ path: `variables.${name}`, message }];
  });
}

const ARTICLED = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
};

function objectionTo(
  variable: Variable | undefined,
  name: string,
  values: Readonly<Record<string, Value>>,
): string | undefined {
  if (!Object.hasOwn(values, name)) {
    const isMissing = (variable?.required ?? true) && variable?.default === undefined;
    return isMissing ? 'is required' : undefined;
  }
  const { type } = variable ?? {};
  return type === undefined || typeof values[name] === type ? undefined : ARTICLED[type];
}
