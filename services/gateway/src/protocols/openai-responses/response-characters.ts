import { parseJson } from '@aicp/common/json/parse-json';
import { isObject, listOf } from '../../formats/json/members.ts';
import { deltaCharacters } from '../openai-chat/delta-characters.ts';

/** Parsing holds up every other request. */
const LARGEST_PARSED = 262_144;
const OUTPUT_KEY = Buffer.from('"output"');
/** Members whose strings were generated as text. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'refusal', 'arguments', 'input', 'code']);

/** Characters of text in a response, as a stream of it would have them, also in one that is cut off: all that may be text, there. */
export function responseCharacters(response: Buffer): number {
  const parsed = response.length > LARGEST_PARSED ? undefined : parseJson(response.toString());
  if (isObject(parsed)) return textsIn(listOf(parsed.output));
  const output = response.indexOf(OUTPUT_KEY);
  if (output === -1) return 0;
  return deltaCharacters(response, output + OUTPUT_KEY.length, response.length);
}

function textsIn(value: unknown): number {
  if (Array.isArray(value)) return sum(value.map(textsIn));
  if (!isObject(value)) return 0;
  return sum(
    Object.entries(value).map(([name, inner]) => charactersOf(inner, name) ?? textsIn(inner)),
  );
}

/** Characters of a string, by the name of its member; undefined where it is none. */
function charactersOf(value: unknown, name: string): number | undefined {
  if (typeof value !== 'string') return undefined;
  return TEXTS.has(name) ? value.length : 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
