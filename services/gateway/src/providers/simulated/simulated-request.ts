import { parseJson } from '@aicp/common/json/parse-json';
import { endOfString, endOfValue, skipSpace } from '../../protocols/openai-chat/json-bytes.ts';
import { hashText } from './seeded-random.ts';

type Members = Readonly<Record<string, unknown>>;

/** A function that a model may call. */
export interface CallableTool {
  readonly name: string;
  /** A JSON Schema, as the client wrote it. */
  readonly parameters: unknown;
}

/** What the answer's text has to be; the schema is as the client wrote it. */
export type Format =
  | { readonly kind: 'text' }
  | { readonly kind: 'object' }
  | { readonly kind: 'schema'; readonly schema: unknown };

/** What the simulated provider reads of a request. */
export interface SimulatedRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly wantsUsage: boolean;
  /** The most tokens of an answer. */
  readonly limit: number;
  /** The same for the same messages and seed. */
  readonly textSeed: number;
  readonly promptTokens: number;
  readonly choices: number;
  /** How many alternatives are told of each token; undefined where no probabilities are wanted. */
  readonly alternatives: number | undefined;
  /** The tool that has to be called. */
  readonly call: CallableTool | undefined;
  readonly format: Format;
}

const CHARACTERS_A_TOKEN = 4;
const MOST_CHOICES = 128;
const MOST_ALTERNATIVES = 20;
/** Of a larger body, the messages are not parsed: that would keep everybody waiting. */
const LARGE_BODY = 1_048_576;
/** Bytes of large messages that decide on the answer. */
const TAIL_BYTES = 4096;

/** A request as a simulated provider gets it. */
export interface SimulatedInput {
  readonly body: Buffer;
  /** Characters of text in it, as `requestCharacters` counts them. */
  readonly promptCharacters: number;
}

/** Reads a request; undefined where it is none. */
export function readSimulated(input: SimulatedInput, seed: number): SimulatedRequest | undefined {
  return input.body.length > LARGE_BODY ? readLarge(input, seed) : readSmall(input, seed);
}

function readSmall(
  { body, promptCharacters }: SimulatedInput,
  seed: number,
): SimulatedRequest | undefined {
  const root = membersOf(parseJson(body.toString()));
  const { messages } = root;
  if (!Array.isArray(messages)) return undefined;
  const role = membersOf(messages.at(-1)).role;
  return toRequest(root, {
    textSeed: hashText(JSON.stringify(messages), seed),
    promptTokens: Math.ceil(promptCharacters / CHARACTERS_A_TOKEN),
    hasResult: role === 'tool' || role === 'function',
  });
}

const READ = new Set(
  'model stream stream_options max_tokens max_completion_tokens n logprobs top_logprobs tools tool_choice response_format'.split(
    ' ',
  ),
);

function readLarge(
  { body, promptCharacters }: SimulatedInput,
  seed: number,
): SimulatedRequest | undefined {
  const root: Record<string, unknown> = {};
  let messages: Buffer | undefined;
  let at = skipSpace(body, body.indexOf('{') + 1);
  while (body[at] === QUOTE) {
    const keyEnd = endOfString(body, at);
    const name = body.toString('utf8', at + 1, keyEnd - 1);
    const start = skipSpace(body, skipSpace(body, keyEnd) + 1);
    const end = endOfValue(body, start);
    if (name === 'messages') messages = body.subarray(start, end);
    else if (READ.has(name)) root[name] = parseJson(body.toString('utf8', start, end));
    at = skipSpace(body, skipSpace(body, end) + 1);
  }
  if (messages?.[0] !== OPEN_BRACKET) return undefined;
  const tail = messages.subarray(-TAIL_BYTES).toString();
  return toRequest(root, {
    textSeed: hashText(tail, seed ^ messages.length),
    promptTokens: Math.ceil(promptCharacters / CHARACTERS_A_TOKEN),
    hasResult: /"role"\s*:\s*"(?:tool|function)"/.test(tail),
  });
}

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;

interface Prompt {
  readonly textSeed: number;
  readonly promptTokens: number;
  /** Whether it ends with what a tool answered. */
  readonly hasResult: boolean;
}

function toRequest(root: Members, { textSeed, promptTokens, hasResult }: Prompt): SimulatedRequest {
  const { model, logprobs, top_logprobs: top } = root;
  return {
    model: typeof model === 'string' ? model : 'simulated',
    stream: root.stream === true,
    wantsUsage: membersOf(root.stream_options).include_usage === true,
    limit: countOf(root.max_completion_tokens) ?? countOf(root.max_tokens) ?? Infinity,
    textSeed,
    promptTokens,
    choices: Math.min(countOf(root.n) ?? 1, MOST_CHOICES),
    alternatives: logprobs === true ? Math.min(countOf(top) ?? 0, MOST_ALTERNATIVES) : undefined,
    call: calledTool(root, hasResult),
    format: formatOf(root.response_format),
  };
}

/** The tool that the choice names, or the first. After a tool's answer only a choice that insists calls one again. */
function calledTool(
  { tools, tool_choice: choice = 'auto' }: Members,
  hasResult: boolean,
): CallableTool | undefined {
  const callable = Array.isArray(tools) ? tools.flatMap(toTool) : [];
  const named = membersOf(membersOf(choice).function).name;
  if (named !== undefined) return callable.find(({ name }) => name === named);
  const isCalled = choice === 'required' || (choice === 'auto' && !hasResult);
  return isCalled ? callable[0] : undefined;
}

function toTool(tool: unknown): CallableTool[] {
  const { name, parameters } = membersOf(membersOf(tool).function);
  return typeof name === 'string' ? [{ name, parameters: parameters ?? { type: 'object' } }] : [];
}

function formatOf(written: unknown): Format {
  const { type, json_schema: named } = membersOf(written);
  if (type === 'json_object') return { kind: 'object' };
  return type === 'json_schema'
    ? { kind: 'schema', schema: membersOf(named).schema }
    : { kind: 'text' };
}

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 1 ? Math.floor(value) : undefined;
