/** What stands in the place of a variable. */
export type PromptValue = string | number | boolean;

export interface PromptVariable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly required: boolean;
  readonly default?: string | undefined;
}

/** A text with `{{variable}}`s, and what it says of them. */
export interface TemplateText {
  readonly templateText: string;
  readonly variables?: readonly PromptVariable[] | undefined;
}

/** What is wrong with the value of a variable, as the end of a sentence that begins with its name. */
export interface VariableFault {
  readonly variable: string;
  readonly message: string;
}

/** The text; or what is wrong with the values; or that it would be too long. */
export type Rendered =
  | { readonly text: string }
  | { readonly faults: readonly VariableFault[] }
  | { readonly tooLong: true };

const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g;

/** Characters of a rendered text: a short one may name a long value many times. */
export const MAX_RENDERED = 1_048_576;

type Values = Readonly<Record<string, PromptValue>>;

/**
 * The text with values in place of its variables; what stands in a value is never looked at again. A variable that the text names and
 * does not declare takes any value. The admin service and the gateway both render by it.
 */
export function renderPrompt(template: TemplateText, values: Values): Rendered {
  const variables = variablesOf(template);
  const faults = [...unknownValues(variables, values), ...wrongValues(variables, values)];
  if (faults.length > 0) return { faults };
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const add = (part: string): boolean => {
    parts.push(part);
    length += part.length;
    return length <= MAX_RENDERED;
  };
  for (const found of template.templateText.matchAll(PLACEHOLDER)) {
    const [written, name = ''] = found;
    const value = String(valueOf(variables.get(name), name, values) ?? '');
    const fits = add(template.templateText.slice(from, found.index)) && add(value);
    if (!fits) return { tooLong: true };
    from = found.index + written.length;
  }
  return add(template.templateText.slice(from)) ? { text: parts.join('') } : { tooLong: true };
}

type Variables = ReadonlyMap<string, PromptVariable | undefined>;

/** By name; undefined for those that the text names and does not declare. */
function variablesOf({ templateText, variables = [] }: TemplateText): Variables {
  const declared = variables.map((variable) => [variable.name, variable] as const);
  const named = [...templateText.matchAll(PLACEHOLDER)].map(
    ([, name = '']) => [name, undefined] as const,
  );
  return new Map([...named, ...declared]);
}

const valueOf = (
  variable: PromptVariable | undefined,
  name: string,
  values: Values,
): PromptValue | undefined => (Object.hasOwn(values, name) ? values[name] : variable?.default);

const unknownValues = (variables: Variables, values: Values): VariableFault[] =>
  Object.keys(values)
    .filter((variable) => !variables.has(variable))
    .map((variable) => ({ variable, message: 'is no variable of the prompt' }));

const wrongValues = (variables: Variables, values: Values): VariableFault[] =>
  [...variables].flatMap(([name, variable]) => {
    const message = objectionTo(variable, name, values);
    return message === undefined ? [] : [{ variable: name, message }];
  });

const ARTICLED = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
};

function objectionTo(
  variable: PromptVariable | undefined,
  name: string,
  values: Values,
): string | undefined {
  if (!Object.hasOwn(values, name)) {
    const isMissing = (variable?.required ?? true) && variable?.default === undefined;
    return isMissing ? 'is required' : undefined;
  }
  const { type } = variable ?? {};
  return type === undefined || typeof values[name] === type ? undefined : ARTICLED[type];
}
