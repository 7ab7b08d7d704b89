import { parseJson } from '@aicp/common/json/parse-json';
import { toGeminiBuckets } from '../../formats/gemini/members/gemini-usage.ts';
import { isObject, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import { endOfValue } from '../openai-chat/json-bytes.ts';
import type { CountedTokens } from '../protocol.ts';

/** Parsing holds up every other request. */
const LARGEST_PARSED = 262_144;
/** No usage is larger. */
const LARGEST_USAGE = 16_384;
const USAGE = Buffer.from('"usageMetadata"');

/** The tokens of a whole answer, or of the end of one, as Google counted them; undefined where it says nothing of use. */
export function usageIn(answer: Buffer): CountedTokens | undefined {
  const parsed = answer.length <= LARGEST_PARSED ? parseJson(answer.toString()) : undefined;
  if (isObject(parsed)) return toGeminiBuckets(parsed.usageMetadata);
  const at = answer.lastIndexOf(USAGE);
  const start = answer.indexOf('{', at);
  if (at === -1 || start === -1) return undefined;
  const end = endOfValue(answer, start);
  if (end - start > LARGEST_USAGE) return undefined;
  return toGeminiBuckets(parseJson(answer.toString('utf8', start, end)));
}

/** Characters of text in an answer; of one that is cut off or too large to parse, all that may be text. */
export function charactersIn(answer: Buffer): number {
  const parsed = answer.length <= LARGEST_PARSED ? parseJson(answer.toString()) : undefined;
  if (isObject(parsed)) return charactersOf(parsed);
  return answer.length;
}

/** Characters of text in an answer, or in one event of a stream. */
export const charactersOf = (answer: Readonly<Record<string, unknown>>): number =>
  partsOf(answer).reduce((sum, part) => {
    const args = objectOf(part.functionCall)?.args;
    return sum + (textOf(part.text)?.length ?? 0) + (args ? JSON.stringify(args).length : 0);
  }, 0);

/** What all candidates of an answer say. */
export const partsOf = (answer: Readonly<Record<string, unknown>>) =>
  listOf(answer.candidates).flatMap((candidate) =>
    listOf(objectOf(objectOf(candidate)?.content)?.parts).filter(isObject),
  );

/** What an answer calls its model. */
export function modelIn(answer: Buffer): string | undefined {
  if (answer.length > LARGEST_PARSED) return undefined;
  const parsed = parseJson(answer.toString());
  return isObject(parsed) ? textOf(parsed.modelVersion) : undefined;
}
