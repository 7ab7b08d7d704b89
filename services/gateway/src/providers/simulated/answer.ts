import { seededRandom } from './seeded-random.ts';

/** What sets two equal answers apart. */
export interface Stamp {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
}

/** An answer before it has a form. */
export interface Answer extends Stamp {
  readonly model: string;
  /** The same seed gives the same text. */
  readonly textSeed: number;
  readonly tokens: number;
  /** Whether the request's limit ended it. */
  readonly isCut: boolean;
  readonly promptTokens: number;
}

/** A stamp for a new answer. `random` gives [0, 1). */
export const newStamp = (nowMs: number, random: () => number): Stamp => ({
  id: `chatcmpl-${Math.floor(random() * 2 ** 52).toString(36)}`,
  created: Math.floor(nowMs / 1000),
});

/** Each is one token, with the space before it. */
const WORDS =
  'the a stream of quiet light over water and stone where old names keep time with every tide that turns from north to south'.split(
    ' ',
  );

function wordsOf({ textSeed, tokens }: Answer): string[] {
  const random = seededRandom(textSeed);
  return Array.from({ length: tokens }, (_, index) => {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
    return index === 0 ? word : ` ${word}`;
  });
}

const usageOf = ({ promptTokens, tokens }: Answer) => ({
  prompt_tokens: promptTokens,
  completion_tokens: tokens,
  total_tokens: promptTokens + tokens,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});

const finishReason = ({ isCut }: Answer): string => (isCut ? 'length' : 'stop');

/** The answer as one JSON document. */
export function jsonAnswer(answer: Answer): Buffer {
  const message = { role: 'assistant', content: wordsOf(answer).join(''), refusal: null };
  return Buffer.from(
    JSON.stringify({
      id: answer.id,
      object: 'chat.completion',
      created: answer.created,
      model: answer.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
      usage: usageOf(answer),
    }),
  );
}

/** The answer as events: a chunk a token, the reason to finish, usage where it is wanted, [DONE]. */
export function streamAnswer(answer: Answer, includeUsage: boolean): Buffer[] {
  const head = `{"id":${JSON.stringify(answer.id)},"object":"chat.completion.chunk","created":${answer.created},"model":${JSON.stringify(answer.model)},`;
  const usage = includeUsage ? ',"usage":null' : '';
  const chunk = (delta: string, finish: string) =>
    Buffer.from(
      `data: ${head}"choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]${usage}}\n\n`,
    );
  const words = wordsOf(answer).map((word, index) => {
    const role = index === 0 ? '"role":"assistant",' : '';
    return chunk(`{${role}"content":${JSON.stringify(word)}}`, 'null');
  });
  const last = chunk('{}', JSON.stringify(finishReason(answer)));
  const tail = `data: ${head}"choices":[],"usage":${JSON.stringify(usageOf(answer))}}\n\n`;
  const done = 'data: [DONE]\n\n';
  return [...words, last, Buffer.from(includeUsage ? tail + done : done)];
}
