import { sentenceCase } from '../../../ui/text/text.ts';

/** How an input is asked for; `json`: what has no field of its own. */
export type InputKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json';

/** A field of the form that runs a workflow. */
export interface AskedInput {
  /** Of the property; empty: the whole input. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly kind: InputKind;
  readonly isRequired: boolean;
  /** Of a choice: what may be chosen, each as JSON. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What stands in the field from the start. */
  readonly initial: string;
}

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const WHOLE: AskedInput = {
  ...{ name: '', title: 'Input', kind: 'json', isRequired: false, options: [], initial: '' },
  description: 'An object in JSON.',
};

/** What is asked for by an input schema: a field for each of its properties. A schema that names none, or no schema, asks for the whole as JSON. */
export function askedInputs(schema: unknown): readonly AskedInput[] {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(schema) || !isObject(properties) || Object.keys(properties).length === 0) {
    return [WHOLE];
  }
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, property]) =>
    inputOf(name, isObject(property) ? property : {}, required.includes(name)),
  );
}

function inputOf(name: string, schema: Schema, isRequired: boolean): AskedInput {
  const kind = kindOf(schema);
  const fallback = schema['default'];
  return {
    ...{ name, kind, isRequired },
    title: textOf(schema['title']) ?? sentenceCase(name.replaceAll(/[_-]+/g, ' ')),
    description: textOf(schema['description']),
    options: kind === 'choice' ? optionsOf(schema['enum'] as readonly unknown[]) : [],
    initial: fallback === undefined ? '' : typedOf(kind, fallback),
  };
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

function kindOf({ type: types, enum: choices }: Schema): InputKind {
  if (Array.isArray(choices) && choices.length > 0) {
    return choices.every((one) => PLAIN.has(typeof one)) ? 'choice' : 'json';
  }
  const named = [types].flat().filter((one) => one !== 'null');
  const [type] = named;
  if (named.length !== 1) return 'json';
  if (type === 'string') return 'text';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'json';
}

const optionsOf = (choices: readonly unknown[]) =>
  [...new Set(choices)].map((one) => ({ value: JSON.stringify(one), label: String(one) }));

/** A value as it stands in the field of its kind. */
function typedOf(kind: InputKind, value: unknown): string {
  if (kind === 'text' && typeof value === 'string') return value;
  return JSON.stringify(value, null, kind === 'json' ? 2 : 0);
}
