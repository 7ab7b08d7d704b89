import { isUtf8 } from 'node:buffer';
import { cutText } from '@aicp/contracts/routing/request/chat-facts';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import { hasElements, isTrue, positive, valueOf } from '../openai-chat/member-values.ts';
import type { BadRequest } from '../protocol.ts';
import { keptThing } from './kept-things.ts';
import {
  scanMessage,
  type MessageMember,
  type MessageProblem,
  type MessageScan,
  type MessageSpans,
} from './message-scan.ts';

/** What the gateway reads of a request for a message. */
export interface MessageFacts {
  readonly spans: MessageSpans;
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  /** `metadata.user_id`, cut where it is too long to be anybody's name. */
  readonly user: string | undefined;
  readonly hasTools: boolean;
  readonly promptCharacters: number;
}

/** Reads a request's body, or says why it can't be served. */
export function readMessage(body: Buffer): MessageFacts | BadRequest {
  if (!isUtf8(body)) return NO_OBJECT;
  const scan = scanMessage(body);
  if (typeof scan === 'string' || 'member' in scan) return refusalOf(scan);
  const kept = keptThing(body);
  if (kept) return refusalOf(kept);
  return wrongMember(body, scan) ?? toFacts(body, scan);
}

const NO_OBJECT: BadRequest = {
  message: 'The body is not a JSON object. Send one, as UTF-8.',
  param: null,
};

function refusalOf(problem: MessageProblem): BadRequest {
  const { depth, elements } = CHAT_LIMITS;
  if (problem === 'malformed') return NO_OBJECT;
  if (problem === 'deep')
    return { message: `The body nests deeper than ${depth} levels.`, param: null };
  if (problem === 'many')
    return { message: `The body has more than ${elements} values.`, param: null };
  const { member, code } = problem;
  const refused = { message: `${member} ${problem.problem}.`, param: member };
  return code === undefined ? refused : { ...refused, code };
}

const LONGEST_MODEL_ID = 512;
const LONGEST_USER = 256;
const LARGEST_METADATA = 65_536;
/** Bytes of a unit of text at most: an escape. */
const BYTES_A_UNIT = 6;
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const N = 0x6e;
const T = 0x74;
const F = 0x66;

/** What a member has to be where it is there and not null: what it begins with, and how many bytes it has at most. */
const RULES: readonly (readonly [MessageMember, readonly number[], number, string])[] = [
  [
    'model',
    [QUOTE],
    LONGEST_MODEL_ID * BYTES_A_UNIT,
    `a string of at most ${LONGEST_MODEL_ID} characters`,
  ],
  ['stream', [T, F], 5, 'true or false'],
  ['metadata', [OPEN_BRACE], LARGEST_METADATA, 'an object of at most 64 KiB'],
  ['tools', [OPEN_BRACKET], Infinity, 'an array'],
  ['mcp_servers', [OPEN_BRACKET], Infinity, 'an array'],
];

function wrongMember(body: Buffer, { spans }: MessageScan): BadRequest | undefined {
  const { messages } = spans;
  if (!messages || body[messages.start] !== OPEN_BRACKET) return wrong('messages', 'an array');
  for (const [member, begins, bytes, what] of RULES) {
    const span = spans[member];
    const first = span ? (body[span.start] ?? 0) : N;
    if (!span || first === N) continue;
    if (!begins.includes(first) || span.end - span.start > bytes) return wrong(member, what);
  }
  return undefined;
}

const wrong = (param: string, what: string): BadRequest => ({
  message: `${param} must be ${what}.`,
  param,
});

function toFacts(body: Buffer, { spans, promptCharacters }: MessageScan): MessageFacts {
  const model = valueOf(body, spans.model);
  const metadata = valueOf(body, spans.metadata) as { readonly user_id?: unknown } | undefined;
  const user = metadata?.user_id;
  return {
    ...{ spans, promptCharacters },
    model: typeof model === 'string' && model !== '' ? model : undefined,
    stream: isTrue(body, spans.stream),
    maxTokens: positive(body, spans.max_tokens),
    user: typeof user === 'string' ? cutText(user, LONGEST_USER) : undefined,
    // The tools of servers that the vendor asks need no entry among the others.
    hasTools: hasElements(body, spans.tools) || hasElements(body, spans.mcp_servers),
  };
}
