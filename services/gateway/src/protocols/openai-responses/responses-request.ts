import { isUtf8 } from 'node:buffer';
import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import { hasElements, isTrue, positive, valueOf } from '../openai-chat/member-values.ts';
import { readPrompt } from '../openai-chat/prompt/read-prompt.ts';
import { endUserIn } from '../end-user.ts';
import { isBadRequest, type BadRequest } from '../protocol.ts';
import type { HeldReference, Holding } from '../../held/holding.ts';
import {
  FILE_ID,
  type ReadMember,
  type ResponsesScan,
  type ScanProblem,
  type Span,
  type Spans,
} from './read-members.ts';
import { scanResponses } from './responses-scan.ts';

/** What the gateway reads of a request to OpenAI's Responses. */
export interface ResponsesFacts {
  readonly spans: Spans;
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  /** `user`, or else `safety_identifier`; cut where it is too long to be anybody's name. */
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly hasTools: boolean;
  readonly promptCharacters: number;
  /** What it has kept, and what it goes on from; undefined: neither. */
  readonly holding: Holding | undefined;
  /** The prompt that it names; undefined: none. */
  readonly prompt: PromptReference | undefined;
  /** Where it names files, by their ids. */
  readonly fileIds: readonly Span[];
}

/** Reads a request's body, or says why it can't be served. */
export function readResponsesRequest(body: Buffer): ResponsesFacts | BadRequest {
  if (!isUtf8(body)) return NO_OBJECT;
  const scan = scanResponses(body);
  if (typeof scan === 'string' || 'member' in scan) return refusalOf(scan);
  return wrongMember(body, scan) ?? toFacts(body, scan);
}

const NO_OBJECT: BadRequest = {
  message: 'The body is not a JSON object. Send one, as UTF-8.',
  param: null,
};

function refusalOf(problem: ScanProblem): BadRequest {
  const { depth, elements } = CHAT_LIMITS;
  if (problem === 'malformed') return NO_OBJECT;
  if (problem === 'deep') {
    return { message: `The body nests deeper than ${depth} levels.`, param: null };
  }
  if (problem === 'many') {
    return { message: `The body has more than ${elements} values.`, param: null };
  }
  return { message: `${problem.member} ${problem.problem}.`, param: problem.member };
}

const LONGEST_MODEL_ID = 512;
const BYTES_A_UNIT = 6;
/** Bytes of the metadata: OpenAI takes 16 pairs of some hundred characters. */
const LARGEST_METADATA = 65_536;
/** Bytes of the reference to a prompt, with its variables. */
const LARGEST_PROMPT = 1_048_576;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const N = 0x6e;
const T = 0x74;
const F = 0x66;

/** What a member has to be where it is there and not null: what it begins with, and how many bytes it has at most. */
interface Rule {
  readonly member: ReadMember;
  readonly begins: readonly number[];
  readonly bytes: number;
  readonly what: string;
}

const MODEL_RULE = `a string of at most ${LONGEST_MODEL_ID} characters`;
/** What the vendor keeps is its customer's, who is one for all tenants. */
const NO_CONVERSATIONS = 'this gateway keeps no conversations at the vendor';
/** Of a sealed id. */
const LONGEST_ID = 2_100;

const RULES: readonly Rule[] = [
  { member: 'model', begins: [QUOTE], bytes: LONGEST_MODEL_ID * BYTES_A_UNIT, what: MODEL_RULE },
  { member: 'stream', begins: [T, F], bytes: 5, what: 'true or false' },
  { member: 'instructions', begins: [QUOTE], bytes: Infinity, what: 'a string' },
  { member: 'input', begins: [QUOTE, OPEN_BRACKET], bytes: Infinity, what: 'a string or an array' },
  { member: 'tools', begins: [OPEN_BRACKET], bytes: Infinity, what: 'an array' },
  {
    member: 'metadata',
    begins: [OPEN_BRACE],
    bytes: LARGEST_METADATA,
    what: `an object of at most ${LARGEST_METADATA / 1024} KiB`,
  },
  { member: 'store', begins: [T, F], bytes: 5, what: 'true or false' },
  {
    ...{ member: 'background', begins: [T, F], bytes: 5, what: 'true or false' },
  },
  {
    ...{ member: 'previous_response_id', begins: [QUOTE], bytes: LONGEST_ID },
    what: 'the id of a response that was stored here',
  },
  {
    ...{ member: 'conversation', begins: [], bytes: 0 },
    what: `left out: ${NO_CONVERSATIONS}. Store a response and go on from it by previous_response_id, or send all items again in input`,
  },
  {
    ...{ member: 'prompt', begins: [OPEN_BRACE], bytes: LARGEST_PROMPT },
    what: `an object with id, version and variables of at most ${LARGEST_PROMPT / 1024} KiB`,
  },
];

const wrong = (param: string, what: string): BadRequest => ({
  message: `${param} must be ${what}.`,
  param,
});

/** A member that is absent or null is left to the provider. */
function wrongMember(body: Buffer, { spans }: ResponsesScan): BadRequest | undefined {
  for (const { member, begins, bytes, what } of RULES) {
    const span = spans[member];
    if (!span) continue;
    const first = body[span.start] ?? 0;
    if (first === N) continue;
    if (!begins.includes(first) || span.end - span.start > bytes) return wrong(member, what);
  }
  const background = wrongBackground(body, spans);
  if (background) return background;
  const isAsked = isThere(body, spans.input) || isThere(body, spans.prompt);
  return isAsked ? undefined : wrong('input', 'a string or an array');
}

/** What runs in the background is read later by its id, and a stream would be read now. */
function wrongBackground(body: Buffer, spans: Spans): BadRequest | undefined {
  if (!isTrue(body, spans.background)) return undefined;
  if (!isTrue(body, spans.store))
    return wrong(
      'background',
      'false, or left out, where store is not true: what runs in the background is read by its id. Send "store": true',
    );
  if (!isTrue(body, spans.stream)) return undefined;
  return wrong(
    'stream',
    'false, or left out, where background is true: read the response by its id until it has ended',
  );
}

/** Whether a member says anything. */
export const isThere = (body: Buffer, span: Span | undefined): boolean =>
  span !== undefined && body[span.start] !== N;

const NO_METADATA: ResponsesFacts['metadata'] = {};

function toFacts(body: Buffer, scan: ResponsesScan): ResponsesFacts | BadRequest {
  const { spans, promptCharacters } = scan;
  const model = valueOf(body, spans.model);
  if (typeof model === 'string' && model.length > LONGEST_MODEL_ID)
    return wrong('model', MODEL_RULE);
  const metadata = valueOf(body, spans.metadata) ?? NO_METADATA;
  if (Object.keys(metadata).length !== scan.metadataMembers)
    return { message: 'A member of metadata is there twice.', param: 'metadata' };
  const prompt = readPrompt(valueOf(body, spans.prompt));
  if (isBadRequest(prompt)) return prompt;
  return {
    spans,
    prompt: prompt.reference,
    holding: holdingOf(body, scan),
    fileIds: scan.fileIds,
    // An empty name is none: the default model serves, where there is one.
    model: typeof model === 'string' && model !== '' ? model : undefined,
    stream: isTrue(body, spans.stream),
    maxTokens: positive(body, spans.max_output_tokens),
    user: endUserIn(body, spans),
    metadata: metadata as Readonly<Record<string, unknown>>,
    hasTools: hasElements(body, spans.tools),
    promptCharacters,
  };
}

/** Nothing is kept that is not asked to be. */
function holdingOf(body: Buffer, { spans, fileIds }: ResponsesScan): Holding | undefined {
  const { store, previous_response_id, background } = spans;
  const previous = valueOf(body, previous_response_id);
  const keepsAs = isTrue(body, store) ? 'response' : undefined;
  const param = 'previous_response_id';
  const responses: readonly HeldReference[] =
    typeof previous === 'string' ? [{ kind: 'response', id: previous, param }] : [];
  const files = new Set(fileIds.map((span) => String(valueOf(body, span))));
  const refers = [
    ...responses,
    ...[...files].map((id) => ({ kind: 'file' as const, id, param: FILE_ID })),
  ];
  if (keepsAs === undefined && refers.length === 0) return undefined;
  return isTrue(body, background) ? { keepsAs, refers, goesOn: true } : { keepsAs, refers };
}
