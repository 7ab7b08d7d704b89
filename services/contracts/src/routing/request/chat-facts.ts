/** The first `longest` characters of a text. What is cut off is let go: V8 would keep the whole text alive behind a part of it. */
export const cutText = (text: string, longest: number): string =>
  text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();

/** What a chat request's body says to routing. */
export interface ChatFacts {
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  /** Cut where it is too long to be anybody's name. */
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether a model may call `tools`, or `functions` as they were called before. */
  readonly hasTools: boolean;
  /** Characters of text in `messages`. */
  readonly promptCharacters: number;
}

/** Characters of the name of an end user that are read: what is longer is nobody's name. */
export const LONGEST_USER = 256;

/**
 * Whose requests of OpenAI's APIs count together: `user`, and `safety_identifier`, which takes its place, only where that names nobody. One that names
 * two is the first alone, so that a second name moves nobody out of a count.
 */
export function endUserOf(
  user: string | undefined,
  safetyIdentifier: string | undefined,
): string | undefined {
  const named = user === undefined || user === '' ? safetyIdentifier : user;
  return named === undefined || named === '' ? undefined : cutText(named, LONGEST_USER);
}

const NO_METADATA: ChatFacts['metadata'] = {};

/** Reads a body that was parsed; what is of another type than it should be counts as absent. */
export const toChatFacts = (root: Readonly<Record<string, unknown>>): ChatFacts => ({
  model: typeof root['model'] === 'string' ? root['model'] : undefined,
  stream: root['stream'] === true,
  user: endUserOf(textOf(root['user']), textOf(root['safety_identifier'])),
  metadata: isObject(root['metadata']) ? root['metadata'] : NO_METADATA,
  hasTools: hasElements(root['tools']) || hasElements(root['functions']),
  promptCharacters: requestCharacters(root),
});

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const hasElements = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
  'n',
  'user',
  'safety_identifier',
  'metadata',
  'prompt',
  'service_tier',
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

const member = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;
