import { isUtf8 } from 'node:buffer';
import { isUnambiguous } from '@aicp/common/json/unambiguous';
import type { PromptReference } from '@aicp/contracts/prompts/prompt-reference';
import { soundMsIn, type ChatSounds } from '../../sounds/chat-sounds.ts';
import { isBadRequest, type BadRequest } from '../protocol.ts';
import { CHAT_LIMITS, isProblem, scanChat, type ChatScan, type ScanProblem } from './chat-scan.ts';
import { hasElements, isCount, isTrue, NO_COUNT, positive, valueOf } from './member-values.ts';
import { endUserIn } from '../end-user.ts';
import { problemOfTier } from '../service-tier.ts';
import { readPrompt } from './prompt/read-prompt.ts';
import type { ReadMember, Span, Spans } from './read-members.ts';

/** What the gateway reads of a chat completion request. */
export interface ChatFacts extends ChatSounds {
  readonly spans: Spans;
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  /** Whether the client asked for usage at the end of its stream. */
  readonly wantsUsage: boolean;
  readonly maxTokens: number | undefined;
  /** How many answers the client wants. */
  readonly answers: number;
  /** `user`, or else `safety_identifier`; cut where it is too long to be anybody's name. */
  readonly user: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whether a model may call `tools`, or `functions` as they were called before. */
  readonly hasTools: boolean;
  /** Characters of text in `messages`. */
  readonly promptCharacters: number;
  /** The prompt that it names; undefined: none. */
  readonly prompt: PromptReference | undefined;
  /** Where it names files, by their ids. */
  readonly fileIds: readonly Span[];
}

/** Reads a request's body, or says why it can't be served. */
export function readChatRequest(body: Buffer): ChatFacts | BadRequest {
  if (!isUtf8(body)) return NO_OBJECT;
  const scan = scanChat(body);
  if (isProblem(scan)) return refusalOf(scan);
  return wrongMember(body, scan) ?? toFacts(body, scan);
}

const NO_METADATA: ChatFacts['metadata'] = {};

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
/** Bytes of a unit of text at most: an escape. */
const BYTES_A_UNIT = 6;
/** Bytes of the metadata: providers take 16 pairs of some hundred characters. */
const LARGEST_METADATA = 65_536;
/** Bytes of the options of a stream, and of a number. */
const LARGEST_OPTIONS = 4096;
/** Bytes of the name of a tier of service. */
const LONGEST_TIER = 256;
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

const RULES: readonly Rule[] = [
  {
    member: 'model',
    begins: [QUOTE],
    bytes: LONGEST_MODEL_ID * BYTES_A_UNIT,
    what: `a string of at most ${LONGEST_MODEL_ID} characters`,
  },
  { member: 'stream', begins: [T, F], bytes: 5, what: 'true or false' },
  {
    member: 'stream_options',
    begins: [OPEN_BRACE],
    bytes: LARGEST_OPTIONS,
    what: `an object of at most ${LARGEST_OPTIONS} bytes`,
  },
  {
    member: 'metadata',
    begins: [OPEN_BRACE],
    bytes: LARGEST_METADATA,
    what: `an object of at most ${LARGEST_METADATA / 1024} KiB`,
  },
  {
    member: 'prompt',
    begins: [OPEN_BRACE],
    bytes: LARGEST_PROMPT,
    what: `an object with id, version and variables of at most ${LARGEST_PROMPT / 1024} KiB`,
  },
  {
    member: 'service_tier',
    begins: [QUOTE],
    bytes: LONGEST_TIER,
    what: `a string of at most ${LONGEST_TIER} bytes`,
  },
  { member: 'tools', begins: [OPEN_BRACKET], bytes: Infinity, what: 'an array' },
  { member: 'functions', begins: [OPEN_BRACKET], bytes: Infinity, what: 'an array' },
];

const wrong = (param: string, what: string): BadRequest => ({
  message: `${param} must be ${what}.`,
  param,
});

/** A member that is absent or null is left to the provider. */
function wrongMember(body: Buffer, { spans, fileIds }: ChatScan): BadRequest | undefined {
  const ofRules = againstRules(body, spans);
  if (ofRules) return ofRules;
  if (!isCount(body, spans.n)) return wrong('n', NO_COUNT);
  if (!hasMessages(body, spans)) return wrong('messages', 'an array');
  if (hasOwnVoice(body, spans.audio)) return wrong('audio', VOICE);
  const ofTier = problemOfTier(valueOf(body, spans.service_tier));
  if (ofTier !== undefined) return { message: `service_tier ${ofTier}.`, param: 'service_tier' };
  const areIds = fileIds.every((span) => isId(body, span));
  return areIds ? undefined : wrong(FILE_ID, `a string of at most ${LONGEST_FILE_ID} bytes`);
}

function againstRules(body: Buffer, spans: Spans): BadRequest | undefined {
  for (const { member, begins, bytes, what } of RULES) {
    const span = spans[member];
    if (!span) continue;
    const first = body[span.start] ?? 0;
    if (first === N) continue;
    if (!begins.includes(first) || span.end - span.start > bytes) return wrong(member, what);
  }
  return undefined;
}

/** Bytes of the settings of a spoken answer. */
const LARGEST_AUDIO = 4_096;
const VOICE = `an object of at most ${LARGEST_AUDIO} bytes whose voice is one that every account has, by its name: whose a voice is that the vendor stores is not known here`;

/** Whether a spoken answer is to have a voice that is none of those that every account has. */
function hasOwnVoice(body: Buffer, span: Span | undefined): boolean {
  if (!span || body[span.start] !== OPEN_BRACE) return false;
  const json = body.subarray(span.start, span.end);
  if (json.length > LARGEST_AUDIO || !isUnambiguous(json, CHAT_LIMITS)) return true;
  const { voice } = JSON.parse(json.toString()) as { voice?: unknown };
  return typeof voice === 'string' ? OWN_VOICE.test(voice) : (voice ?? null) !== null;
}

/** Ids of voices that an account made. */
const OWN_VOICE = /^voice_/i;

/** The member that names a file. */
export const FILE_ID = 'messages[].content[].file.file_id';
/** Bytes of an id of ours, which are far shorter. */
const LONGEST_FILE_ID = 4_096;

const isId = (body: Buffer, { start, end }: Span): boolean =>
  body[start] === QUOTE && end - start <= LONGEST_FILE_ID;

/** Whether there is something to answer: messages, or a prompt in their place. */
function hasMessages(body: Buffer, { messages, prompt }: Spans): boolean {
  if (messages) return body[messages.start] === OPEN_BRACKET;
  return prompt !== undefined && body[prompt.start] === OPEN_BRACE;
}

function toFacts(body: Buffer, scan: ChatScan): ChatFacts | BadRequest {
  const { spans, includeUsage, promptCharacters, fileIds, sounds } = scan;
  const model = valueOf(body, spans.model);
  if (typeof model === 'string' && model.length > LONGEST_MODEL_ID) {
    return wrong('model', `a string of at most ${LONGEST_MODEL_ID} characters`);
  }
  const metadata = valueOf(body, spans.metadata) ?? NO_METADATA;
  if (Object.keys(metadata).length !== scan.metadataMembers) {
    return { message: 'A member of metadata is there twice.', param: 'metadata' };
  }
  const prompt = readPrompt(valueOf(body, spans.prompt));
  return isBadRequest(prompt)
    ? prompt
    : {
        spans,
        prompt: prompt.reference,
        // An empty name is none: the default model serves, where there is one.
        model: typeof model === 'string' && model !== '' ? model : undefined,
        stream: isTrue(body, spans.stream),
        wantsUsage: isTrue(body, includeUsage),
        maxTokens: larger(
          positive(body, spans.max_completion_tokens),
          positive(body, spans.max_tokens),
        ),
        answers: positive(body, spans.n) ?? 1,
        user: endUserIn(body, spans),
        metadata: metadata as Readonly<Record<string, unknown>>,
        hasTools: hasElements(body, spans.tools) || hasElements(body, spans.functions),
        promptCharacters,
        fileIds,
        soundMs: soundMsIn(body, sounds),
        isSpoken: isSpokenIn(body, spans.audio),
      };
}

const isSpokenIn = (body: Buffer, audio: Span | undefined): true | undefined =>
  audio !== undefined && body[audio.start] !== N ? true : undefined;

/** Both are sent on, and which of them counts is the provider's to say. */
const larger = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
