import type { Part, ReasoningPart } from './conversation.ts';

/** The parts of a turn with what was thought in one piece: a stream brings it in several, of which the last alone has the seal of all. */
export function joinedReasoning(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const goesOn = part.kind === 'reasoning' && last?.kind === 'reasoning' && !last.seal;
    if (goesOn) joined[joined.length - 1] = together(last, part);
    else joined.push(part);
  }
  return joined;
}

const together = (one: ReasoningPart, other: ReasoningPart): ReasoningPart => ({
  ...other,
  text: one.text + other.text,
});
