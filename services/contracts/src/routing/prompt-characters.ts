/** What a message costs beyond its text, as if it were text: the role and the separators. */
export const CHARACTERS_A_MESSAGE = 16;

/** Members of a request that are no text for the model, or are counted by themselves. All others count, so that no text is missed. */
export const UNCOUNTED_OF_REQUEST = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'user',
  'metadata',
] as const;
/** The same of a message: the role is in what every message costs, pictures and sounds are no text. */
export const UNCOUNTED_OF_MESSAGE = ['role', 'content', 'audio', 'images'] as const;
/** The same of a part of a message's content. */
export const UNCOUNTED_OF_PART = [
  'type',
  'image_url',
  'image',
  'input_audio',
  'audio',
  'audio_url',
  'video_url',
  'file',
] as const;

/** Characters of text in a chat request, in UTF-16 units: of its messages, tools, schemas and whatever else a provider may read. */
export const requestCharacters = (request: unknown): number =>
  promptCharacters(member(request, 'messages')) + ofMembers(request, UNCOUNTED_OF_REQUEST);

/** Characters of text in `messages`. Pictures, sounds and files count nothing. The same messages give the same number. */
export function promptCharacters(messages: unknown): number {
  if (!Array.isArray(messages)) return 0;
  let characters = 0;
  for (const message of messages as unknown[]) {
    characters += CHARACTERS_A_MESSAGE + ofMessage(message);
  }
  return characters;
}

function ofMessage(message: unknown): number {
  if (!isObject(message)) return ofText(message);
  return ofContent(message['content']) + ofMembers(message, UNCOUNTED_OF_MESSAGE);
}

function ofContent(content: unknown): number {
  if (!Array.isArray(content)) return ofText(content);
  let characters = 0;
  for (const part of content as unknown[]) {
    characters += isObject(part) ? ofMembers(part, UNCOUNTED_OF_PART) : ofText(part);
  }
  return characters;
}

function ofMembers(value: unknown, uncounted: readonly string[]): number {
  if (!isObject(value)) return 0;
  let characters = 0;
  for (const [name, one] of Object.entries(value)) {
    if (!uncounted.includes(name)) characters += ofText(one);
  }
  return characters;
}

/** Of a string its inside; of a list or an object the whole JSON; numbers and the like are no text. */
function ofText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? ofJson(value) : 0;
}

/** Of compact JSON, an escape counted as the one character that it stands for: a reader that only scans the text counts the same. */
const ofJson = (value: unknown): number =>
  JSON.stringify(value).replaceAll(/\\(?:u[0-9a-f]{4}|.)/g, 'x').length;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const member = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;
