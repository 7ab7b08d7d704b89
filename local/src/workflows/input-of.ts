import { readInputSchema } from '@aicp/contracts/workflows/input-schema';
import { UserError } from '../cli/command.ts';

/** Whether a template takes a value for a field of its input. */
type Takes = (name: string, value: unknown) => boolean;

/**
 * The input of an execution as it is typed: a JSON object, or NAME=VALUE. A value is what its JSON says (a number, `true`, a list), unless the input schema of the template takes the text alone; everything else is a text.
 * Later ones win. Throws a UserError for what is neither.
 */
export function inputOf(given: readonly string[], schema: object = {}): Record<string, unknown> {
  const takes = takenBy(schema);
  return Object.fromEntries(given.flatMap((one) => Object.entries(partOf(one, takes))));
}

/** By a schema, whatever else it requires. A schema that cannot be read takes everything: the engine says what is wrong with it. */
function takenBy(schema: object): Takes {
  const check = readInputSchema({ ...schema, required: [] });
  if (typeof check !== 'function') return () => true;
  return (name, value) => check({ [name]: value }).every(({ path }) => path[0] !== name);
}

function partOf(one: string, takes: Takes): object {
  if (one.trimStart().startsWith('{')) {
    const value = jsonOf(one);
    if (typeof value === 'object' && value !== null) return value;
    throw new UserError(`${one} is no JSON: write {"query": "…"} in quotes, or query=…`);
  }
  const at = one.indexOf('=');
  if (at <= 0) throw new UserError(`'${one}' is no input: write NAME=VALUE, or a JSON object`);
  const [name, text] = [one.slice(0, at), one.slice(at + 1)];
  return { [name]: valueOf(name, text, takes) };
}

function valueOf(name: string, text: string, takes: Takes): unknown {
  const value = jsonOf(text);
  if (value === undefined || value === null) return text;
  return !takes(name, value) && takes(name, text) ? text : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Most values are plain words.
    return undefined;
  }
}
