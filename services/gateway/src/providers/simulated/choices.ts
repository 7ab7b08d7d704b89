import { schemaValue } from './schema-value.ts';
import { seededRandom } from './seeded-random.ts';
import type { CallableTool, SimulatedRequest } from './simulated-request.ts';

/** One of the answers to a request, before it has a form. */
export interface Choice {
  readonly index: number;
  /** The call of a tool of which `tokens` are the arguments; undefined where they are text. */
  readonly call: { readonly id: string; readonly name: string } | undefined;
  readonly tokens: readonly string[];
  readonly finish: 'stop' | 'length' | 'tool_calls';
}

/** What a simulated provider says: `outputTokens` words, or what the request asks for instead, cut where it asks for less. */
export function choicesOf(request: SimulatedRequest, outputTokens: number): Choice[] {
  return Array.from({ length: request.choices }, (_, index) => {
    const seed = (request.textSeed + Math.imul(index, 0x9e3779b1)) >>> 0;
    const { call, limit } = request;
    const all = call ? argumentsOf(call, seed) : contentOf(request, outputTokens, seed);
    const isCut = all.length > limit;
    const ending = call ? 'tool_calls' : 'stop';
    return {
      index,
      call: call && { id: `call_${seed.toString(36).padStart(24, '0')}`, name: call.name },
      tokens: isCut ? all.slice(0, limit) : all,
      finish: isCut ? 'length' : ending,
    };
  });
}

const argumentsOf = ({ parameters }: CallableTool, seed: number): string[] =>
  tokensOf(JSON.stringify(schemaValue(parameters, seed)));

function contentOf({ format }: SimulatedRequest, outputTokens: number, seed: number): string[] {
  if (format.kind === 'schema') {
    return tokensOf(JSON.stringify(schemaValue(format.schema, seed)));
  }
  const words = wordsOf(outputTokens, seed);
  return format.kind === 'object' ? tokensOf(JSON.stringify({ answer: words.join('') })) : words;
}

/** Each is one token, with the space before it. */
const WORDS =
  'the a stream of quiet light over water and stone where old names keep time with every tide that turns from north to south'.split(
    ' ',
  );

function wordsOf(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
    return index === 0 ? word : ` ${word}`;
  });
}

/** Four characters are about a token. */
const tokensOf = (text: string): string[] => text.match(/.{1,4}/gsu) ?? [];

/** The probabilities of one token, as `logprobs.content` lists them. */
export function probabilityOf(token: string, alternatives: number) {
  const entry = (text: string, logprob: number) => ({
    token: text,
    logprob,
    bytes: [...Buffer.from(text)],
  });
  const others = WORDS.filter((word) => ` ${word}` !== token).map((word) => ` ${word}`);
  const top = [token, ...others].slice(0, alternatives);
  return {
    ...entry(token, LIKELY),
    top_logprobs: top.map((text, rank) => entry(text, LIKELY - 2 * rank)),
  };
}

/** Of the token that was taken. */
const LIKELY = -0.105;
