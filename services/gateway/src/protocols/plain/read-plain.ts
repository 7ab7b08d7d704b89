import { isUtf8 } from 'node:buffer';
import { cutText } from '@aicp/contracts/routing/request/chat-facts';
import { parseJson } from '@aicp/common/json/parse-json';
import { isCount, NO_COUNT } from '../openai-chat/member-values.ts';
import type { Span } from '../openai-chat/read-members.ts';
import { isBadRequest, type BadRequest } from '../protocol.ts';
import { PLAIN_RULES, type PlainKind, type PlainRules } from './plain-rules.ts';
import { PLAIN_LIMITS, scanPlain, type PlainScan } from './plain-scan.ts';

/** What the gateway reads of a request that is no conversation. */
export interface PlainFacts {
  readonly spans: Readonly<Partial<Record<string, Span>>>;
  /** Undefined where the client named none. */
  readonly model: string | undefined;
  readonly stream: boolean;
  /** Whether the client asked for usage at the end of its stream. */
  readonly wantsUsage: boolean;
  readonly maxTokens: number | undefined;
  /** How many answers its model writes; 0: it writes none. */
  readonly answers: number;
  /** How many images the client wants; absent: none. */
  readonly images?: number;
  /** Whether the client wants to hear the prompt. */
  readonly isSpoken?: true;
  readonly user: string | undefined;
  readonly promptCharacters: number;
}

/** Reads a request's body, or says why it can't be served. */
export function readPlain(body: Buffer, kind: PlainKind): PlainFacts | BadRequest {
  if (!isUtf8(body)) return NO_OBJECT;
  const rules = PLAIN_RULES[kind];
  const scan = scanPlain(body, rules);
  if (typeof scan === 'string') return PROBLEMS[scan];
  if ('member' in scan) return bad(`${scan.member} ${scan.problem}.`, scan.member);
  return (
    wrongMember(body, scan, rules) ?? wrongCount(body, scan, rules) ?? toFacts(body, scan, rules)
  );
}

const bad = (message: string, param: string | null = null): BadRequest => ({ message, param });

const NO_OBJECT = bad('The body is not a JSON object. Send one, as UTF-8.');
const PROBLEMS = {
  malformed: NO_OBJECT,
  deep: bad(`The body nests deeper than ${PLAIN_LIMITS.depth} levels.`),
  many: bad(`The body has more than ${PLAIN_LIMITS.elements} values.`),
};

const LONGEST_MODEL_ID = 512;
const LONGEST_USER = 256;
/** Bytes of a value that is parsed: a name, a number, the options of a stream. */
const LARGEST_PARSED = 4096;
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;

function wrongMember(
  body: Buffer,
  { spans }: PlainScan,
  { texts: [first], needed, isOneText, makes }: PlainRules,
): BadRequest | undefined {
  const beginning = (name: string): number | undefined => {
    const span = spans[name];
    return span && body[span.start];
  };
  const begins = [beginning(first)];
  const isText = begins.includes(QUOTE);
  const isList = begins.includes(OPEN_BRACKET) && !isOneText;
  // A completion may begin with nothing.
  const isNone = makes === 'text' && begins.includes(undefined);
  if (!isText && !isList && !isNone)
    return bad(`${first} must be a string${isOneText ? '' : ', or a list'}.`, first);
  if (needed !== undefined && beginning(needed) !== OPEN_BRACKET)
    return bad(`${needed} must be a list.`, needed);
  return undefined;
}

/** Members that say how many answers or images are wanted: what is read otherwise here than by a vendor would be counted wrong. */
const COUNTS = ['n', 'best_of'] as const;

function wrongCount(
  body: Buffer,
  { spans }: PlainScan,
  { makes }: PlainRules,
): BadRequest | undefined {
  const odd = makes && COUNTS.find((name) => !isCount(body, spans[name]));
  return odd && bad(`${odd} must be ${NO_COUNT}.`, odd);
}

function toFacts(
  body: Buffer,
  { spans, promptCharacters, items }: PlainScan,
  { makes }: PlainRules,
): PlainFacts | BadRequest {
  const valueOf = (name: string): unknown => parsed(body, spans[name]);
  const model = valueOf('model') ?? '';
  if (typeof model !== 'string' || model.length > LONGEST_MODEL_ID)
    return bad(`model must be a string of at most ${LONGEST_MODEL_ID} characters.`, 'model');
  const user = valueOf('user');
  const written = FACTS[makes ?? 'nothing'](valueOf, items);
  if (isBadRequest(written)) return written;
  return {
    ...{ spans, promptCharacters, ...written },
    model: model === '' ? undefined : model,
    user: typeof user === 'string' ? cutText(user, LONGEST_USER) : undefined,
  };
}

type WrittenFacts = Pick<
  PlainFacts,
  'stream' | 'wantsUsage' | 'maxTokens' | 'answers' | 'images' | 'isSpoken'
>;

const UNWRITTEN: WrittenFacts = {
  ...{ stream: false, wantsUsage: false, maxTokens: undefined, answers: 0 },
};

type ValueOf = (name: string) => unknown;

/** Streams of what is no text end with their usage unasked. */
const MADE = { wantsUsage: true, maxTokens: undefined } as const;

/** What is read of a request by what its model makes. */
const FACTS: Readonly<
  Record<
    NonNullable<PlainRules['makes']> | 'nothing',
    (valueOf: ValueOf, items: number) => WrittenFacts | BadRequest
  >
> = {
  nothing: () => UNWRITTEN,
  text: writtenFacts,
  images(valueOf) {
    const stream = streamOf(valueOf);
    if (typeof stream !== 'boolean') return stream;
    const images = positive(valueOf('n')) ?? 1;
    return { ...MADE, stream, answers: images, images };
  },
  sound: (valueOf) => ({
    ...{ ...MADE, stream: valueOf('stream_format') === 'sse' },
    ...{ answers: 1, isSpoken: true },
  }),
};

function streamOf(valueOf: ValueOf): boolean | BadRequest {
  const stream = valueOf('stream') ?? false;
  return typeof stream === 'boolean' ? stream : bad('stream must be true or false.', 'stream');
}

/** What is read of a request whose model writes an answer to each of its `items`. */
function writtenFacts(valueOf: ValueOf, items: number): WrittenFacts | BadRequest {
  const stream = streamOf(valueOf);
  if (typeof stream !== 'boolean') return stream;
  const options = valueOf('stream_options') ?? {};
  if (typeof options !== 'object')
    return bad('stream_options must be an object.', 'stream_options');
  const each = Math.max(positive(valueOf('n')) ?? 1, positive(valueOf('best_of')) ?? 1);
  return {
    stream,
    wantsUsage: 'include_usage' in options && options.include_usage === true,
    maxTokens: positive(valueOf('max_tokens')),
    answers: each * items,
  };
}

/** Undefined as well for null, and for what is too long to be what it should: it is left to the provider. */
function parsed(body: Buffer, span: Span | undefined): unknown {
  if (!span) return undefined;
  // What is too long for a name is none, and said to be.
  if (span.end - span.start > LARGEST_PARSED) return Infinity;
  return parseJson(body.toString('utf8', span.start, span.end)) ?? undefined;
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && value < Infinity ? value : undefined;
