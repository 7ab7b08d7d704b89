/** What a message costs beyond its text, as if it were text: the role and the separators. */
export const CHARACTERS_A_MESSAGE = 16;

/** Characters of text in `messages`, in UTF-16 units. Pictures and sounds count nothing. The same messages give the same number. */
export function promptCharacters(messages: unknown): number {
  if (!Array.isArray(messages)) return 0;
  let characters = 0;
  for (const message of messages as unknown[]) {
    characters += CHARACTERS_A_MESSAGE + ofContent(member(message, 'content'));
    const calls = member(message, 'tool_calls');
    if (calls !== undefined) characters += ofJson(calls);
  }
  return characters;
}

/** Of compact JSON, an escape counted as the one character that it stands for: a reader that only scans the text counts the same. */
const ofJson = (value: unknown): number =>
  JSON.stringify(value).replaceAll(/\\(?:u[0-9a-f]{4}|.)/g, 'x').length;

function ofContent(content: unknown): number {
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return 0;
  let characters = 0;
  for (const part of content as unknown[]) {
    const text = member(part, 'text');
    if (typeof text === 'string') characters += text.length;
  }
  return characters;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
