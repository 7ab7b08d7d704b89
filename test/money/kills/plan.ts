import { hashText, seededRandom } from '@aicp/gateway/providers/simulated/seeded-random';

/**
 * What becomes of each request and of each attempt at it. All of it follows from the seed, the request's number and the attempt's, so that only the moments of
 * kills differ between two runs with one seed.
 */

/** A model, who serves it, and what it costs: nano-USD per million tokens, odd enough that costs have to be rounded. */
export const MODELS = {
  main: {
    provider: 'one',
    prices: { input: '2500333', cachedInput: '1250777', output: '10000999', reasoning: '12000123' },
  },
  spare: {
    provider: 'two',
    prices: { input: '150111', cachedInput: '75037', output: '600777', reasoning: '600777' },
  },
} as const;
export type ModelId = keyof typeof MODELS;
export type ProviderId = (typeof MODELS)[ModelId]['provider'];

export const KEYS = ['alice', 'bob', 'carol'] as const;

export interface RequestPlan {
  readonly id: string;
  readonly key: (typeof KEYS)[number];
  readonly model: ModelId;
  readonly isStream: boolean;
  readonly prompt: string;
  readonly maxTokens: number | undefined;
  /** The client leaves after so many milliseconds, or so many pieces of a stream; absent: it waits for all. */
  readonly leaves: { readonly ms: number } | { readonly pieces: number } | undefined;
}

const PROMPT_CHARACTERS = { least: 40, most: 1200 };
/** The longest answer has so many pieces. */
const MOST_PIECES = 24;
export const PIECE = 'some words that answer it, all as long, ';
/** What no request can have more of, nor be expected to: tokens of its prompt, and of its answer. */
export const MOST_TOKENS = { input: 400, output: 400 };
const PROMPT = 'some words of a question that somebody asks, over and over again. ';

const chooser =
  (random: () => number) =>
  (least: number, most: number): number =>
    least + Math.floor(random() * (most - least + 1));

const randomOf = (seed: number, text: string): (() => number) => {
  const random = seededRandom(hashText(text, seed));
  random();
  return random;
};

/** Request number `number`. */
export function planOf(seed: number, number: number): RequestPlan {
  const id = `request-${number}`;
  const random = randomOf(seed, id);
  const between = chooser(random);
  const isStream = random() < 0.5;
  const length = between(PROMPT_CHARACTERS.least, PROMPT_CHARACTERS.most);
  return {
    id,
    key: KEYS[between(0, KEYS.length - 1)] ?? 'alice',
    model: random() < 0.8 ? 'main' : 'spare',
    isStream,
    prompt: PROMPT.repeat(Math.ceil(length / PROMPT.length)).slice(0, length),
    maxTokens: random() < 0.5 ? between(200, MOST_TOKENS.output) : undefined,
    leaves: leavesOf(random, isStream),
  };
}

function leavesOf(random: () => number, isStream: boolean): RequestPlan['leaves'] {
  if (random() >= 0.06) return undefined;
  return isStream ? { pieces: 1 + Math.floor(random() * 6) } : { ms: 1 + random() * 20 };
}

/**
 * What a provider does to an attempt: answers; answers without a word of usage; 500; 429; 400, the request's own fault; ends the connection before it answers, or
 * in the middle of the answer; or says nothing until it is left.
 */
export type Fate =
  'answers' | 'counts nothing' | 'fails' | 'is busy' | 'refuses' | 'cuts' | 'breaks' | 'hangs';

const SHARES: readonly (readonly [Fate, number])[] = [
  ['fails', 0.05],
  ['is busy', 0.02],
  ['cuts', 0.02],
  ['breaks', 0.02],
  ['refuses', 0.01],
  ['hangs', 0.001],
  ['counts nothing', 0.04],
];

export interface AttemptPlan {
  readonly fate: Fate;
  /** Of an answer, or of as much as there is of one. */
  readonly pieces: number;
  /** Before an answer, and between the pieces of a stream. */
  readonly pauseMs: number;
  /** Characters of a token, of this prompt and this answer. */
  readonly charactersAToken: number;
  readonly cachedShare: number;
  readonly reasoning: number;
}

/** Attempt number `number` of a request, from 1 on, as this provider sees it. */
export function attemptPlanOf(seed: number, request: string, number: number): AttemptPlan {
  const random = randomOf(seed, `${request} ${number}`);
  const between = chooser(random);
  return {
    fate: fateOf(random()),
    pieces: between(4, MOST_PIECES),
    pauseMs: 1 + random() * 6,
    charactersAToken: 3.6 + random() * 0.8,
    cachedShare: random() < 0.3 ? random() : 0,
    reasoning: random() < 0.2 ? between(1, 30) : 0,
  };
}

function fateOf(drawn: number): Fate {
  let left = drawn;
  for (const [fate, share] of SHARES) {
    left -= share;
    if (left < 0) return fate;
  }
  return 'answers';
}
