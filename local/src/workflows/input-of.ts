import { UserError } from '../cli/command.ts';

/**
 * The input of an execution as it is typed: a JSON object, or NAME=VALUE. Values are texts; where one is JSON but no text (a number, `true`, a list), it is that. Later ones win.
 * Throws a UserError for what is neither.
 */
export function inputOf(given: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(given.flatMap((one) => Object.entries(partOf(one))));
}

function partOf(one: string): object {
  if (one.trimStart().startsWith('{')) {
    const value = jsonOf(one);
    if (typeof value === 'object' && value !== null) return value;
    throw new UserError(`${one} is no JSON: write {"query": "…"} in quotes, or query=…`);
  }
  const at = one.indexOf('=');
  if (at > 0) return { [one.slice(0, at)]: valueOf(one.slice(at + 1)) };
  throw new UserError(`'${one}' is no input: write NAME=VALUE, or a JSON object`);
}

function valueOf(text: string): unknown {
  const value = jsonOf(text);
  return value === undefined || value === null ? text : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Most values are plain words.
    return undefined;
  }
}
