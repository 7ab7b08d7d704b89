import { JsonScanner, type JsonLimits } from '@aicp/common/json/json-scanner';
import { parseJson } from '@aicp/common/json/parse-json';
import { toGeminiBuckets } from '../../formats/gemini/members/gemini-usage.ts';
import type { JsonObject } from '../../formats/conversation/conversation.ts';
import { isObject, listOf, objectOf, textOf } from '../../formats/json/members.ts';
import { endOfValue } from '../openai-chat/json-bytes.ts';
import type { Span } from '../openai-chat/read-members.ts';
import type { CountedTokens } from '../protocol.ts';

/** What an answer may be made of: far more than any is. */
const LIMITS: JsonLimits = { depth: 128, elements: 65_536 };
const MEMBERS = ['usageMetadata', 'modelVersion'] as const;
const OPEN_BRACE = 0x7b;
/** Parsing holds up every other request. */
const LARGEST_PARSED = 262_144;
/** No usage is larger. */
const LARGEST_USAGE = 16_384;
const USAGE = Buffer.from('"usageMetadata"');

/** The tokens of a whole answer, or of the end of one, as Google counted them; undefined where it says nothing of use. */
export function usageIn(answer: Buffer): CountedTokens | undefined {
  const top = topOf(answer);
  if (top) return toGeminiBuckets(valueAt(answer, top.usageMetadata));
  const at = answer.lastIndexOf(USAGE);
  const start = answer.indexOf('{', at);
  if (at === -1 || start === -1) return undefined;
  return toGeminiBuckets(valueAt(answer, { start, end: endOfValue(answer, start) }));
}

/** Characters of text in an answer; of one that is cut off or too large to parse, all that may be text. */
export function charactersIn(answer: Buffer): number {
  const parsed = answer.length <= LARGEST_PARSED ? parseJson(answer.toString()) : undefined;
  if (isObject(parsed)) return charactersOfParts(partsOf(parsed));
  return answer.length;
}

/** Characters of text in what candidates say. */
export function charactersOfParts(parts: readonly JsonObject[]): number {
  let sum = 0;
  for (const part of parts) {
    const args = part.functionCall === undefined ? undefined : objectOf(part.functionCall)?.args;
    sum += (textOf(part.text)?.length ?? 0) + (args ? JSON.stringify(args).length : 0);
  }
  return sum;
}

/** What all candidates of an answer, or of one event of a stream, say. */
export function partsOf(answer: Readonly<Record<string, unknown>>): JsonObject[] {
  const found: JsonObject[] = [];
  for (const candidate of listOf(answer.candidates)) {
    const parts = listOf(objectOf(objectOf(candidate)?.content)?.parts);
    for (const part of parts) if (isObject(part)) found.push(part);
  }
  return found;
}

/** What an answer calls its model. */
export const modelIn = (answer: Buffer): string | undefined =>
  textOf(valueAt(answer, topOf(answer)?.modelVersion));

/** Where what is read of an answer stands in it. */
interface Top {
  usageMetadata?: Span;
  modelVersion?: Span;
}

/** Steps over an answer without building anything of it; undefined where it is no whole object. As JSON.parse has it, the last of two members counts. */
function topOf(answer: Buffer): Top | undefined {
  const json = new JsonScanner(answer, LIMITS);
  const top: Top = {};
  if (json.peek() !== OPEN_BRACE) return undefined;
  const isRead = json.eachMember((nameStart, nameEnd) => {
    const name = MEMBERS.find((one) => one.length === nameEnd - nameStart);
    json.peek();
    const start = json.at;
    const isOver = json.skipValue();
    if (name !== undefined && answer.toString('latin1', nameStart, nameEnd) === name) {
      top[name] = { start, end: json.at };
    }
    return isOver;
  });
  return isRead && json.isAtEnd() ? top : undefined;
}

function valueAt(answer: Buffer, span: Span | undefined): unknown {
  if (!span || span.end - span.start > LARGEST_USAGE) return undefined;
  return parseJson(answer.toString('utf8', span.start, span.end));
}
