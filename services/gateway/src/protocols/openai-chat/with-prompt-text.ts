import { CHARACTERS_A_MESSAGE } from '@aicp/contracts/routing/request/chat-facts';
import type { ChatFacts } from './chat-request.ts';
import { skipSpace } from './json-bytes.ts';
import type { Span, Spans } from './read-members.ts';
import { splice, type Edit } from './splice.ts';

const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Its name stands in the body just so: any other form is refused. */
const NAME_BYTES = '"prompt"'.length;

/**
 * A request whose prompt has become a message: the only one, of the user, where there are no messages; else the first, of the system.
 * All other bytes are as they were, and the facts are those that would be read of the new body.
 */
export function withPromptText(
  body: Buffer,
  facts: ChatFacts,
  text: string,
): { readonly body: Buffer; readonly facts: ChatFacts } {
  const { prompt, messages, ...others } = facts.spans;
  if (!prompt) throw new Error('a request without a prompt has no place for its text');
  const content = JSON.stringify(text);
  const promptCharacters = facts.promptCharacters + CHARACTERS_A_MESSAGE + text.length;
  const edits = messages
    ? [withoutMember(body, prompt), firstMessage(body, messages, content)]
    : [asMessages(body, prompt, content)];
  const to = moverOf(edits);
  const spans: Spans = {
    ...moved({ ...others, ...(messages ? { messages } : {}) }, to),
    ...(messages ? {} : { messages: valueOf(edits[0]) }),
  };
  return {
    body: splice(body, edits),
    facts: {
      ...{ ...facts, spans, promptCharacters, prompt: undefined },
      fileIds: facts.fileIds.map(to),
    },
  };
}

const MESSAGES = '"messages":';

/** In place of the whole member. */
const asMessages = (body: Buffer, prompt: Span, content: string): Edit => ({
  span: { start: nameStart(body, prompt), end: prompt.end },
  text: `${MESSAGES}[{"role":"user","content":${content}}]`,
});

/** Where the value of such a member stands in the new body. */
function valueOf(edit: Edit | undefined): Span {
  const { span, text } = edit ?? { span: { start: 0 }, text: MESSAGES };
  const start = span.start + MESSAGES.length;
  return { start, end: span.start + Buffer.byteLength(text) };
}

/** Behind the bracket that opens the list. */
function firstMessage(body: Buffer, messages: Span, content: string): Edit {
  const start = messages.start + 1;
  const isEmpty = body[skipSpace(body, start)] === CLOSE_BRACKET;
  const message = `{"role":"system","content":${content}}`;
  return { span: { start, end: start }, text: isEmpty ? message : `${message},` };
}

/** Takes the member `prompt` out, and the comma behind it, or else before it; another member is always there. */
export function withoutMember(body: Buffer, value: Span): Edit {
  const start = nameStart(body, value);
  const next = skipSpace(body, value.end);
  if (body[next] === COMMA) return { span: { start, end: next + 1 }, text: '' };
  return { span: { start: backOverSpace(body, start) - 1, end: value.end }, text: '' };
}

/** Where the name of the member `prompt` begins, whose value stands there. */
export function nameStart(body: Buffer, value: Span): number {
  const colon = backOverSpace(body, value.start) - 1;
  return backOverSpace(body, colon) - NAME_BYTES;
}

function backOverSpace(body: Buffer, from: number): number {
  let at = from;
  while (SPACES.has(body[at - 1])) at -= 1;
  return at;
}

/** Where a span is in the new body. No edit but one at its beginning lies within one. */
function moverOf(edits: readonly Edit[]): (span: Span) => Span {
  const to = (at: number): number =>
    edits.reduce(
      (shifted, { span, text }) =>
        span.end <= at ? shifted + Buffer.byteLength(text) - (span.end - span.start) : shifted,
      at,
    );
  return ({ start, end }) => ({ start: to(start), end: to(end) });
}

const moved = (spans: Spans, to: (span: Span) => Span): Spans =>
  Object.fromEntries(Object.entries(spans).map(([name, span]) => [name, to(span)]));
