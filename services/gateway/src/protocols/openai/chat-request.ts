import { isUtf8 } from 'node:buffer';
import { cutText } from '../../text/cut-text.ts';
import { promptCharacters } from './prompt-characters.ts';
import { isRefused, scanMembers, type Spans } from './scan-members.ts';

/** A chat completion request: its bytes, and what the gateway reads of them. */
export interface ChatRequest {
  readonly body: Buffer;
  readonly spans: Spans;
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  /** Whether the client asked for usage at the end of its stream. */
  readonly wantsUsage: boolean;
  readonly maxTokens: number | undefined;
  /** Cut where it is too long to be anybody's name. */
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly hasTools: boolean;
  /** Characters of text in `messages`. */
  readonly promptCharacters: number;
}

/** Why a body is no chat request. */
export interface BadRequest {
  readonly message: string;
  /** The member that is wrong, where it is one. */
  readonly param: string | null;
}

/** What stands in for a request that was never read. */
export const NO_CHAT: ChatRequest = {
  body: Buffer.alloc(0),
  spans: {},
  model: undefined,
  stream: false,
  wantsUsage: false,
  maxTokens: undefined,
  user: undefined,
  metadata: {},
  hasTools: false,
  promptCharacters: 0,
};

/** Reads a request's body, or says why it can't be served. */
export function readChatRequest(body: Buffer): ChatRequest | BadRequest {
  const root = parseObject(body);
  if (!root) {
    return { message: 'The body is not a JSON object. Send one, as UTF-8.', param: null };
  }
  const spans = scanMembers(body);
  if (isRefused(spans)) {
    return { message: `${spans.member} ${spans.problem}.`, param: spans.member };
  }
  return wrongMember(root) ?? toChatRequest(body, spans, root);
}

/** Whether a body could not be read. */
export const isBadRequest = (result: ChatRequest | BadRequest): result is BadRequest =>
  'param' in result;

const LONGEST_MODEL_ID = 512;
const LONGEST_USER = 256;

const isModelId = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= LONGEST_MODEL_ID;

type Members = Readonly<Record<string, unknown>>;

function parseObject(body: Buffer): Members | undefined {
  if (!isUtf8(body)) return undefined;
  try {
    const root: unknown = JSON.parse(body.toString());
    return isObject(root) ? root : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is absent or null is left to the provider. */
const isOr = (value: unknown, good: boolean): boolean =>
  value === undefined || value === null || good;

function wrongMember(root: Members): BadRequest | undefined {
  const wrong = (param: string, what: string): BadRequest => ({
    message: `${param} must be ${what}.`,
    param,
  });
  if (!isOr(root.model, isModelId(root.model))) {
    return wrong('model', `a string of at most ${LONGEST_MODEL_ID} characters`);
  }
  if (!Array.isArray(root.messages)) return wrong('messages', 'an array');
  if (!isOr(root.stream, typeof root.stream === 'boolean')) return wrong('stream', 'true or false');
  if (!isOr(root.stream_options, isObject(root.stream_options))) {
    return wrong('stream_options', 'an object');
  }
  return undefined;
}

function toChatRequest(body: Buffer, spans: Spans, root: Members): ChatRequest {
  const stream = root.stream === true;
  return {
    body,
    spans,
    model: typeof root.model === 'string' ? root.model : undefined,
    stream,
    wantsUsage: isObject(root.stream_options) && root.stream_options.include_usage === true,
    maxTokens: positive(root.max_completion_tokens) ?? positive(root.max_tokens),
    user: typeof root.user === 'string' ? cutText(root.user, LONGEST_USER) : undefined,
    metadata: isObject(root.metadata) ? root.metadata : NO_CHAT.metadata,
    hasTools: Array.isArray(root.tools) && root.tools.length > 0,
    promptCharacters: promptCharacters(root.messages),
  };
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;
