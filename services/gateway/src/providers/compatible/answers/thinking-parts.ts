import type { JsonObject } from '@aicp/gateway/formats/conversation/conversation';
import { listOf, objectOf, textOf } from '@aicp/gateway/formats/json/members';
import { withChoices } from './choices.ts';

/** What is not there in an answer whose content is a text. */
const PARTS = /"content"\s*:\s*\[/;

/**
 * The answer of a vendor whose content is a list where its model thinks (docs.mistral.ai, "Reasoning"), which libraries of OpenAI do not read: what was thought
 * goes on as `reasoning_content`, and the content as a text. All that holds no such list goes on as it is.
 */
export const withThoughtsApart = (json: Buffer): Buffer =>
  PARTS.test(json.toString()) ? withChoices(json, messageOf) : json;

function messageOf(message: JsonObject): JsonObject {
  if (!Array.isArray(message.content)) return message;
  const parts = listOf(message.content).map((part) => objectOf(part) ?? {});
  const thought = parts.flatMap((part) => listOf(part.thinking)).map(textIn);
  return {
    ...message,
    content: parts.map(textIn).join(''),
    ...(thought.length === 0 ? {} : { reasoning_content: thought.join('') }),
  };
}

const textIn = (part: unknown): string => textOf(objectOf(part)?.text) ?? '';
