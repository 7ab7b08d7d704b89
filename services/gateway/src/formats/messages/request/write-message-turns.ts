import type { JsonObject, Turn } from '../../conversation/conversation.ts';
import { NOBODY_ASKED } from '../../conversation/nobody-asked.ts';
import { assistantBlocks, userBlocks } from './write-message-parts.ts';

/** A message as it is written. */
export interface WrittenTurn {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject[];
}

/**
 * Turns as Anthropic takes them: the user first, and the two in turn, none of them empty. Instructions between turns stand in `system`, as in Anthropic's own
 * compatibility with OpenAI's API.
 */
export function writeTurns(turns: readonly Turn[], withThoughts: boolean): WrittenTurn[] {
  const written: WrittenTurn[] = [];
  for (const { role, parts } of turns) {
    if (role === 'system') continue;
    const content = role === 'user' ? userBlocks(parts) : assistantBlocks(parts, withThoughts);
    const last = written.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) written.push({ role, content });
  }
  if (written[0]?.role !== 'user')
    written.unshift({ role: 'user', content: [{ type: 'text', text: NOBODY_ASKED }] });
  for (const { content } of written) content.sort(resultsFirst);
  return trimmed(written);
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
