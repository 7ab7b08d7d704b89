import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Issue<C extends RawIssue['code']> = Extract<RawIssue, { code: C }>;

/** What is said of a field that there is not, of an object that has `known` ones. */
export type UnknownField = (name: string, known: readonly string[]) => string;

/** Of more unknown fields in one object, the others are wrong without a word: to look for what each of thousands meant would take seconds. */
const UNKNOWN_TOLD = 20;

const noSuchField: UnknownField = () => 'there is no such field';

/**
 * What is wrong with a value, in words that need no knowledge of any schema library: for `schema.safeParse(value, { error })`. A schema's
 * own messages go before it. Of unknown fields, each has a line.
 */
export const plainWords =
  (unknownField: UnknownField = noSuchField): z.core.$ZodErrorMap =>
  (issue) => {
    if (issue.input === undefined && ABSENT.has(issue.code)) return 'is required';
    if (issue.code === 'unrecognized_keys') return unknownFields(issue, unknownField);
    const sentence = SENTENCES[issue.code] as ((issue: RawIssue) => string) | undefined;
    return sentence?.(issue) ?? 'is not allowed here';
  };

const ABSENT = new Set<string>(['invalid_type', 'invalid_value', 'invalid_union']);

const SENTENCES: { readonly [C in RawIssue['code']]?: (issue: Issue<C>) => string } = {
  invalid_type: ({ expected, inst }) =>
    TYPES[isWhole(inst) ? 'int' : expected] ?? 'is of a wrong type',
  invalid_format: ({ format }) => FORMATS[format] ?? 'is not written as it has to be here',
  invalid_value: ({ values }) =>
    values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(', ')}`,
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  too_small: ({ origin, minimum, inclusive }) => atLeast(origin, minimum, inclusive ?? true),
  too_big: ({ origin, maximum, inclusive }) => atMost(origin, maximum, inclusive ?? true),
  invalid_union: ({ errors }) => oneOfForms(errors.map(([first]) => first?.message ?? '')),
  invalid_key: ({ issues }) => `cannot be a name here: it ${issues[0]?.message ?? 'is wrong'}`,
};

/** A schema of whole numbers asks for a number first, and for a whole one then. */
const isWhole = (schema: RawIssue['inst']): boolean =>
  (schema?._zod.def as { readonly format?: unknown } | undefined)?.format === 'safeint';

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
  date: 'must be a date, for example 2027-03-01',
  null: 'must be null',
  never: 'must be left out',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address, for example ada@example.com',
  url: 'must be a whole address, for example https://api.example.com',
  uuid: 'must be a UUID, for example 0197f0a2-6d3e-7cc4-8f1b-2f5f3b1c9d10',
  datetime: 'must be a moment such as 2027-03-01T12:00:00Z',
  date: 'must be a day such as 2027-03-01',
};

/** What lengths and sizes are counted in. */
const COUNTED: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  object: 'entry',
};

const PLURALS: Readonly<Record<string, string>> = {
  character: 'characters',
  item: 'items',
  entry: 'entries',
};

function atLeast(origin: string, minimum: number | bigint, inclusive: boolean): string {
  const counted = COUNTED[origin];
  if (!counted) return inclusive ? `must be ${minimum} or more` : `must be more than ${minimum}`;
  if (counted === 'character' && Number(minimum) === 1) return 'must not be empty';
  return `must have ${count(minimum, counted)} at least`;
}

function atMost(origin: string, maximum: number | bigint, inclusive: boolean): string {
  const counted = COUNTED[origin];
  if (!counted) return inclusive ? `must be ${maximum} or less` : `must be less than ${maximum}`;
  return `may have ${count(maximum, counted)} at most`;
}

const count = (number: number | bigint, what: string): string =>
  `${number} ${Number(number) === 1 ? what : (PLURALS[what] ?? what)}`;

const MUST_BE = 'must be ';

function oneOfForms(sentences: readonly string[]): string {
  const forms = [...new Set(sentences)];
  if (forms.length === 0 || !forms.every((one) => one.startsWith(MUST_BE))) {
    return 'has none of the forms that are allowed here';
  }
  return MUST_BE + forms.map((one) => one.slice(MUST_BE.length)).join(', or ');
}

function unknownFields({ keys, inst }: Issue<'unrecognized_keys'>, words: UnknownField): string {
  const definition = inst?._zod.def as { readonly shape?: object } | undefined;
  const known = Object.keys(definition?.shape ?? {});
  return keys
    .slice(0, UNKNOWN_TOLD)
    .map((key) => words(key, known))
    .join('\n');
}
