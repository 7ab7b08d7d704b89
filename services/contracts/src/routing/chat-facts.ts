import { cutText } from './cut-text.ts';
import { requestCharacters } from './prompt-characters.ts';

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

const LONGEST_USER = 256;

const NO_METADATA: ChatFacts['metadata'] = {};

/** Reads a body that was parsed; what is of another type than it should be counts as absent. */
export const toChatFacts = (root: Readonly<Record<string, unknown>>): ChatFacts => ({
  model: typeof root['model'] === 'string' ? root['model'] : undefined,
  stream: root['stream'] === true,
  user: typeof root['user'] === 'string' ? cutText(root['user'], LONGEST_USER) : undefined,
  metadata: isObject(root['metadata']) ? root['metadata'] : NO_METADATA,
  hasTools: hasElements(root['tools']) || hasElements(root['functions']),
  promptCharacters: requestCharacters(root),
});

const hasElements = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
