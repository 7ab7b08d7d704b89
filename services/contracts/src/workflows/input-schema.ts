import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { RE2JS, RE2JSException } from 're2js';
import { inputMessage } from './input-message.ts';
import { schemaSizeFault } from './schema-size.ts';

/** An input that a template does not take: where, as a JSON Pointer without a slash at its front, and why. */
export interface InputFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Says what is wrong with an input; empty where nothing is. */
export type InputCheck = (input: unknown) => readonly InputFault[];

/** The check of a JSON Schema (draft 2020-12), or why it cannot be one. Patterns are RE2; `format` is not looked at. */
export function readInputSchema(schema: object): InputCheck | { readonly fault: string } {
  const size = schemaSizeFault(schema);
  if (size !== undefined) return { fault: size };
  const { $schema: _version, ...rest } = schema as Record<string, unknown>;
  try {
    const validate = makeAjv().compile(rest);
    return (input) => faultsOf(validate, input);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { fault: `is no JSON Schema: ${error.message}` };
  }
}

const makeAjv = (): Ajv2020 =>
  new Ajv2020({
    ...{ strict: false, allErrors: false, validateFormats: false, logger: false },
    code: { regExp: linearPattern },
  });

/** In place of RegExp, some of whose patterns never end. */
const linearPattern = Object.assign(
  (pattern: string) => {
    const compiled = compile(pattern);
    // The compiler takes two patterns of one text for the same one.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'linearPattern' },
);

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new Error(`the pattern "${pattern}" is none of RE2`, { cause: error });
  }
}

function faultsOf(validate: ValidateFunction, input: unknown): readonly InputFault[] {
  if (validate(input)) return [];
  return (validate.errors ?? []).map((error) => ({
    path: [...namesIn(error.instancePath), ...missingIn(error)],
    message: inputMessage(error),
  }));
}

const namesIn = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The field that is not there, or that should not be. */
function missingIn({ params }: ErrorObject): readonly string[] {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<
    string,
    unknown
  >;
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return typeof name === 'string' ? [name] : [];
}
