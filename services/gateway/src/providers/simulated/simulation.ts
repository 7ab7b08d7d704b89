import type { Simulation } from '@aicp/contracts/snapshot/fragments';
import { errorBody } from '../../protocols/openai/error-body.ts';
import { promptCharacters } from '@aicp/contracts/routing/prompt-characters';
import { jsonAnswer, streamAnswer, type Answer, type Stamp } from './answer.ts';
import { hashText, seededRandom } from './seeded-random.ts';

export const DEFAULT_SIMULATION: Simulation = {
  latencyMs: 0,
  firstTokenMs: 0,
  tokensPerSecond: 0,
  outputTokens: 16,
  errorRate: 0,
  errorStatus: 500,
  abortRate: 0,
  seed: 0,
};

/** What will be sent, and when. */
export interface Plan {
  readonly status: number;
  readonly contentType: string;
  readonly isStream: boolean;
  /** Sent one after the other; one alone where it is no stream. */
  readonly chunks: readonly Buffer[];
  /** Milliseconds before the first. */
  readonly delayMs: number;
  /** Milliseconds between two; 0: all at once. */
  readonly paceMs: number;
  /** The connection breaks after half of the chunks, or half of the only one. */
  readonly breaks: boolean;
}

const CHARACTERS_A_TOKEN = 4;

/**
 * What a simulated provider does with its request number `count` (0 is the first): the same for the same seed, count and messages,
 * but for the answer's id and time.
 */
export function planAnswer(
  body: Buffer,
  count: number,
  simulation: Simulation,
  stamp: Stamp,
): Plan {
  const fate = seededRandom(simulation.seed ^ Math.imul(count + 1, 0x9e3779b1));
  const { latencyMs } = simulation;
  if (fate() < simulation.errorRate) return failure(simulation.errorStatus, latencyMs);
  const request = read(body);
  if (!request) return failure(400, latencyMs);
  const breaks = fate() < simulation.abortRate;
  const answer = toAnswer(request, simulation, stamp);
  if (request.stream !== true) return document(200, jsonAnswer(answer), { latencyMs, breaks });
  const { firstTokenMs, tokensPerSecond } = simulation;
  return {
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
    isStream: true,
    chunks: streamAnswer(answer, wantsUsage(request)),
    delayMs: firstTokenMs,
    paceMs: tokensPerSecond === 0 ? 0 : 1000 / tokensPerSecond,
    breaks,
  };
}

function document(
  status: number,
  body: Buffer,
  { latencyMs, breaks }: { latencyMs: number; breaks: boolean },
): Plan {
  return {
    status,
    contentType: 'application/json',
    isStream: false,
    chunks: [body],
    delayMs: latencyMs,
    paceMs: 0,
    breaks,
  };
}

type Members = Readonly<Record<string, unknown>>;

function read(body: Buffer): Members | undefined {
  try {
    const request: unknown = JSON.parse(body.toString());
    if (typeof request !== 'object' || request === null) return undefined;
    return Array.isArray((request as Members).messages) ? (request as Members) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function wantsUsage({ stream_options: options }: Members): boolean {
  if (typeof options !== 'object' || options === null) return false;
  return (options as Members).include_usage === true;
}

function toAnswer(request: Members, simulation: Simulation, stamp: Stamp): Answer {
  const limit = limitOf(request.max_completion_tokens) ?? limitOf(request.max_tokens) ?? Infinity;
  const { outputTokens, seed } = simulation;
  return {
    ...stamp,
    model: typeof request.model === 'string' ? request.model : 'simulated',
    textSeed: hashText(JSON.stringify(request.messages), seed),
    tokens: Math.min(outputTokens, limit),
    isCut: limit < outputTokens,
    promptTokens: Math.ceil(promptCharacters(request.messages) / CHARACTERS_A_TOKEN),
  };
}

const limitOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 1 ? Math.floor(value) : undefined;

function failure(status: number, latencyMs: number): Plan {
  const message = status === 400 ? 'This is no chat request.' : `Simulated failure ${status}.`;
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  const body = errorBody({ message, type, param: null, code: null });
  return document(status, body, { latencyMs, breaks: false });
}
