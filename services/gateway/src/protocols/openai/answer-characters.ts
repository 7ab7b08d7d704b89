import { promptCharacters } from '@aicp/contracts/routing/prompt-characters';

/** Parsing holds up every other request. */
const LARGEST_PARSED = 262_144;

/** Characters of text in a whole answer; all of its bytes where it can't be read. For answers that do not say what they used. */
export function answerCharacters(body: Buffer): number {
  if (body.length > LARGEST_PARSED) return body.length;
  try {
    const answer: unknown = JSON.parse(body.toString());
    const choices = member(answer, 'choices');
    if (!Array.isArray(choices)) return body.length;
    return promptCharacters(choices.map((choice) => member(choice, 'message')));
  } catch (error) {
    if (error instanceof SyntaxError) return body.length;
    throw error;
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
