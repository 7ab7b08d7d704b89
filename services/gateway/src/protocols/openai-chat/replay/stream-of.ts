import { z } from 'zod';

/** Characters of text in an event: a client that shows what comes sees it grow, and no event is large. */
const CHARACTERS_A_PIECE = 1024;

const document = z.looseObject({
  choices: z.tuple([
    z.looseObject({
      message: z.looseObject({ content: z.string() }),
      finish_reason: z.string(),
    }),
  ]),
  usage: z.unknown().optional(),
});

/** An answer as a stream with the ids of the document: who speaks, the text in pieces, the end, and what it used where that is wanted. */
export function streamOf(bytes: Buffer, wantsUsage: boolean): Buffer {
  const { choices, usage, ...rest } = document.parse(JSON.parse(bytes.toString('utf8')));
  const [{ message, finish_reason: reason, ...choice }] = choices;
  const { content, ...speaker } = message;
  const events: string[] = [];
  const add = (all: readonly unknown[], more: object = {}): void => {
    const chunk = { ...rest, object: 'chat.completion.chunk', choices: all, ...more };
    events.push(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const ofChoice = (delta: object, end: string | null): void => {
    add([{ ...choice, index: 0, delta, finish_reason: end }], wantsUsage ? { usage: null } : {});
  };
  ofChoice({ ...speaker, content: '' }, null);
  for (const piece of piecesOf(content)) ofChoice({ content: piece }, null);
  ofChoice({}, reason);
  if (wantsUsage) add([], { usage: usage ?? null });
  events.push('data: [DONE]\n\n');
  return Buffer.from(events.join(''));
}

/** The text in pieces, none of which ends between the halves of a character. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + CHARACTERS_A_PIECE);
    if (end < text.length && isHigh(text.charCodeAt(end - 1))) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
