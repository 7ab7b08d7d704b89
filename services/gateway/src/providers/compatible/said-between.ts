import type { Edit } from '../../protocols/openai-chat/splice.ts';
import type { Member } from './members-of.ts';

/** A message, and where it begins. */
interface Message {
  readonly start: number;
  readonly members: readonly Member[];
}

/** Has the assistant say `words` wherever the user speaks directly behind the result of a tool. */
export function saidBetween(body: Buffer, messages: readonly Message[], words: string): Edit[] {
  const text = `${JSON.stringify({ role: 'assistant', content: words })},`;
  const roles = messages.map(({ members }) => roleIn(body, members));
  return messages
    .filter((_, at) => roles[at] === '"user"' && roles[at - 1] === '"tool"')
    .map(({ start }) => ({ span: { start, end: start }, text }));
}

function roleIn(body: Buffer, members: readonly Member[]): string | undefined {
  const role = members.findLast(({ name }) => name === 'role');
  return role && body.toString('latin1', role.value, role.end);
}
