import type { Simulation } from '@aicp/contracts/snapshot/sections/catalog';
import { errorBody } from '../../protocols/openai-chat/error-body.ts';
import { jsonAnswer, streamAnswer, type Answer, type Stamp } from './answer.ts';
import { choicesOf } from './choices.ts';
import { seededRandom } from './seeded-random.ts';
import { readSimulated, type SimulatedInput, type SimulatedRequest } from './simulated-request.ts';

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

/**
 * What a simulated provider does with its request number `count` (0 is the first): the same for the same seed, count and messages,
 * but for the answer's id and time.
 */
export function planAnswer(
  input: SimulatedInput,
  count: number,
  simulation: Simulation,
  stamp: Stamp,
): Plan {
  const fate = seededRandom(simulation.seed ^ Math.imul(count + 1, 0x9e3779b1));
  const { latencyMs } = simulation;
  if (fate() < simulation.errorRate) return failure(simulation.errorStatus, latencyMs);
  const request = readSimulated(input, simulation.seed);
  if (!request) return failure(400, latencyMs);
  const breaks = fate() < simulation.abortRate;
  const answer = toAnswer(request, simulation, stamp);
  if (!request.stream) return document(200, jsonAnswer(answer), { latencyMs, breaks });
  const { firstTokenMs, tokensPerSecond } = simulation;
  return {
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
    isStream: true,
    chunks: streamAnswer(answer, request.wantsUsage),
    delayMs: firstTokenMs,
    paceMs: tokensPerSecond === 0 ? 0 : 1000 / tokensPerSecond,
    breaks,
  };
}

/** A whole answer at once. */
export function document(
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

function toAnswer(request: SimulatedRequest, { outputTokens }: Simulation, stamp: Stamp): Answer {
  const { model, promptTokens, alternatives } = request;
  const choices = choicesOf(request, outputTokens);
  return { ...stamp, model, promptTokens, alternatives, choices };
}

/** An error of the provider. */
export function failure(status: number, latencyMs: number): Plan {
  const message =
    status === 400
      ? 'This is no request that a simulated provider knows.'
      : `Simulated failure ${status}.`;
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  const body = errorBody({ message, type, param: null, code: null });
  return document(status, body, { latencyMs, breaks: false });
}
