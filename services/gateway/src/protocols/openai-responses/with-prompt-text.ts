import { splice, type Edit } from '../openai-chat/splice.ts';
import { nameStart, withoutMember } from '../openai-chat/with-prompt-text.ts';
import { isThere } from './responses-request.ts';
import type { Span, Spans } from './read-members.ts';

/**
 * A request whose prompt has become its input, where it has none, and else its instructions, before those that it has. All other bytes are as they were.
 */
export function withPromptText(body: Buffer, spans: Spans, text: string): Buffer {
  const { prompt, input, instructions } = spans;
  if (!prompt) throw new Error('a request without a prompt has no place for its text');
  if (!isThere(body, input)) return inPlace(body, prompt, { name: 'input', span: input, text });
  const own = isThere(body, instructions) ? `\n\n${textAt(body, instructions)}` : '';
  return inPlace(body, prompt, { name: 'instructions', span: instructions, text: text + own });
}

interface Member {
  readonly name: string;
  /** Where its value stands; undefined where the member is not there. */
  readonly span: Span | undefined;
  readonly text: string;
}

function inPlace(body: Buffer, prompt: Span, { name, span, text }: Member): Buffer {
  const value = JSON.stringify(text);
  if (span) return splice(body, [withoutMember(body, prompt), { span, text: value }]);
  const member: Edit = {
    span: { start: nameStart(body, prompt), end: prompt.end },
    text: `"${name}":${value}`,
  };
  return splice(body, [member]);
}

const textAt = (body: Buffer, span: Span | undefined): string =>
  span ? (JSON.parse(body.toString('utf8', span.start, span.end)) as string) : '';
