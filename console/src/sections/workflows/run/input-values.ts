import type { AskedInput } from './asked-inputs.ts';

/** What stands in the fields, by the names of inputs. */
export type Typed = ReadonlyMap<string, string>;

/** What the form comes to. */
export interface Filled {
  readonly input: Readonly<Record<string, unknown>>;
  /** What is wrong with fields, by the names of inputs. */
  readonly faults: ReadonlyMap<string, string>;
}

export const startOf = (asked: readonly AskedInput[]): Typed =>
  new Map(asked.map(({ name, initial }) => [name, initial]));

/** The input that was typed; what is empty is not given. The rest of the schema is the service's to check. */
export function filledOf(asked: readonly AskedInput[], typed: Typed): Filled {
  const values: [string, unknown][] = [];
  const faults = new Map<string, string>();
  for (const one of asked) {
    const text = typed.get(one.name) ?? '';
    if (text.trim() === '') {
      if (one.isRequired) faults.set(one.name, 'It is needed.');
      continue;
    }
    const read = readValue(one, text);
    if ('fault' in read) faults.set(one.name, read.fault);
    else values.push([one.name, read.value]);
  }
  return { input: inputOf(values), faults };
}

/** The only value without a name is the whole input. */
function inputOf(values: readonly [string, unknown][]): Readonly<Record<string, unknown>> {
  const [first] = values;
  return first?.[0] === ''
    ? (first[1] as Readonly<Record<string, unknown>>)
    : Object.fromEntries(values);
}

type Read = { readonly value: unknown } | { readonly fault: string };

function readValue({ kind, name }: AskedInput, text: string): Read {
  if (kind === 'text') return { value: text };
  if (kind === 'number' || kind === 'integer') return readNumber(kind, text);
  const read = readJson(text);
  if ('fault' in read || name !== '') return read;
  const { value } = read;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? read
    : { fault: 'Write an object: {"name": "value"}.' };
}

function readNumber(kind: 'number' | 'integer', text: string): Read {
  const value = Number(text);
  if (!Number.isFinite(value)) return { fault: 'Write a number, such as 1.5.' };
  return kind === 'integer' && !Number.isInteger(value)
    ? { fault: 'Write a whole number.' }
    : { value };
}

function readJson(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { fault: 'Write JSON: texts stand in double quotes, names as well.' };
    }
    throw error;
  }
}

/** The input that a fault of the service is about (`input.query`, `input.filters.0`); undefined: none of these fields. */
export function faultyInput(asked: readonly AskedInput[], path: string): string | undefined {
  if (asked.some(({ name }) => name === '')) return '';
  return asked.find(({ name }) => path === `input.${name}` || path.startsWith(`input.${name}.`))
    ?.name;
}
