import type { JsonObject, Turn } from '../../conversation/conversation.ts';
import { NOBODY_ASKED } from '../../conversation/nobody-asked.ts';
import { assistantBlocks, userBlocks, type AssistantContext } from './write-message-parts.ts';

/** A message as it is written. */
export interface WrittenTurn {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject[];
}

/**
 * Turns as Anthropic takes them: the user first, and the two in turn, none of them empty. Instructions between turns stand in `system`, as in Anthropic's own
 * compatibility with OpenAI's API.
 */
export function writeTurns(turns: readonly Turn[], context: AssistantContext): WrittenTurn[] {
  const said = turns.flatMap(({ role, parts }) => {
    if (role === 'system') return [];
    return { role, content: role === 'user' ? userBlocks(parts) : assistantBlocks(parts, context) };
  });
  const written = inTurn(inTurn(said).map(withoutLastThought));
  if (written[0]?.role !== 'user')
    written.unshift({ role: 'user', content: [{ type: 'text', text: NOBODY_ASKED }] });
  for (const { content } of written) content.sort(resultsFirst);
  return trimmed(written);
}

/** Those that say something, with those of one side in a row as one. */
function inTurn(turns: readonly WrittenTurn[]): WrittenTurn[] {
  const written: WrittenTurn[] = [];
  for (const { role, content } of turns) {
    const last = written.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) written.push({ role, content });
  }
  return written;
}

/** No message may end with what was thought. One that ends so was cut off, and what was thought there belongs to no call. */
function withoutLastThought({ role, content }: WrittenTurn): WrittenTurn {
  const end = content.findLastIndex(
    ({ type }) => type !== 'thinking' && type !== 'redacted_thinking',
  );
  return { role, content: content.slice(0, end + 1) };
}

const resultsFirst = (one: JsonObject, other: JsonObject): number =>
  Number(other.type === 'tool_result') - Number(one.type === 'tool_result');

/** The beginning of an answer may not end with white space. */
function trimmed(turns: WrittenTurn[]): WrittenTurn[] {
  const last = turns.at(-1);
  const block = last?.role === 'assistant' ? last.content.at(-1) : undefined;
  if (last && block?.type === 'text')
    last.content.splice(-1, 1, { ...block, text: String(block.text).trimEnd() });
  return turns;
}
