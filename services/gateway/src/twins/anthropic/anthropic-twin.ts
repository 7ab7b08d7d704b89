import type { z } from 'zod';
import { answerFor, failureOf } from '../kit/answer-for.ts';
import {
  eventsReply,
  jsonReply,
  TwinRefusal,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { problemOfSampling, problemOfSettings, problemOfTurns } from './check-turns.ts';
import { eventOf, eventsOf, messageOf } from './message-of.ts';
import { BETA_MEMBERS, countRequest, messageRequest } from './message-schemas.ts';
import { charactersOf, questionOf } from './question-of.ts';

const MODELS = ['claude-opus-4-7', 'claude-sonnet-4-5', 'claude-3-5-haiku-20241022'];
/** The version since which no request sets how answers are sampled. */
const NO_SAMPLING = '2026-10-21';
const VERSIONS = new Set(['2023-06-01', NO_SAMPLING]);
const LONGEST_PROMPT = 200_000;
const CHARACTERS_A_TOKEN = 4;

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Answers as Anthropic's API does, and refuses what it would refuse. */
export const anthropicTwin = (): readonly TwinRoute[] => [
  { method: 'POST', path: /\/v1\/messages/, answer: answerMessage },
  { method: 'POST', path: /\/v1\/messages\/count_tokens/, answer: answerCount },
  { method: 'GET', path: /\/v1\/models/, answer: listModels },
  { method: 'GET', path: /\/v1\/models\/(?<id>[^/]+)/, answer: showModel },
];

/** Answers a request for a message. */
export function answerMessage(request: TwinRequest): TwinReply {
  const asked = readAs(messageRequest, request);
  if (request.headers['anthropic-version'] === NO_SAMPLING) refuseIf(400, problemOfSampling(asked));
  refuseIf(400, problemOfTurns(asked) ?? problemOfSettings(asked));
  refuseLong(charactersOf(asked));
  const question = questionOf(asked);
  const failure = failureOf(question);
  if (failure !== undefined) throw refusal(failure, `Failing with ${failure}, as asked.`);
  const answer = answerFor(question);
  const head = { id: `msg_twin_${asked.messages.length}`, model: asked.model };
  if (asked.stream !== true) return jsonReply(messageOf(answer, head), 200, HEADERS);
  const events = eventsOf(answer, head);
  if (!/fail in the middle/i.test(question.text)) return eventsReply(events, answer.breaks);
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  return eventsReply([...events.slice(0, 4), eventOf('error', { error })]);
}

const HEADERS = { 'request-id': 'req_twin' };

/** Counts the tokens of one. */
export function answerCount(request: TwinRequest): TwinReply {
  const asked = readAs(countRequest, request);
  refuseIf(400, problemOfTurns(asked));
  const failure = failureOf(questionOf({ ...asked, max_tokens: 1 }));
  if (failure !== undefined) throw refusal(failure, `Failing with ${failure}, as asked.`);
  return jsonReply({ input_tokens: Math.ceil(charactersOf(asked) / CHARACTERS_A_TOKEN) });
}

function listModels(request: TwinRequest): TwinReply {
  authorize(request);
  const data = MODELS.map(modelOf);
  return jsonReply({ data, has_more: false, first_id: MODELS[0], last_id: MODELS.at(-1) });
}

function showModel(request: TwinRequest): TwinReply {
  authorize(request);
  const { id = '' } = request.params;
  if (!MODELS.includes(id)) throw refusal(404, `model: ${id}`);
  return jsonReply(modelOf(id));
}

const modelOf = (id: string) => ({
  ...{ type: 'model', id, display_name: id, created_at: '2025-01-01T00:00:00Z' },
  ...{ max_input_tokens: LONGEST_PROMPT, max_tokens: 64_000 },
});

function authorize({ headers }: TwinRequest): void {
  // Anthropic's SDKs send their key as a bearer since 1.0.
  const key = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
  if (key === undefined) throw refusal(401, 'x-api-key header is required');
  if (key === 'wrong') throw refusal(401, 'invalid x-api-key');
  if (!VERSIONS.has(String(headers['anthropic-version'])))
    throw refusal(400, 'anthropic-version: header is required');
}

/** A body that has the form, or what Anthropic says of it. */
function readAs<Schema extends z.ZodType>(schema: Schema, request: TwinRequest): z.output<Schema> {
  authorize(request);
  const read = schema.safeParse(withoutBetas(request));
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.join('.') ?? '';
    const isExtra = issue?.code === 'unrecognized_keys';
    const where = isExtra ? [...issue.path, issue.keys[0]].join('.') : place;
    const what = isExtra ? 'Extra inputs are not permitted' : (issue?.message ?? 'Invalid');
    throw refusal(400, `${where}: ${what}`);
  }
  const { model } = read.data as { readonly model: string };
  if (!model.startsWith('claude-')) throw refusal(404, `model: ${model}`);
  return read.data;
}

/** The body without members of betas that the request takes part in. */
function withoutBetas({ body, headers }: TwinRequest): unknown {
  const betas = String(headers['anthropic-beta'] ?? '').split(/\s*,\s*/);
  const asked = parsed(body);
  return Object.fromEntries(
    Object.entries(asked).filter(([name]) => {
      const beta = BETA_MEMBERS[name];
      return beta === undefined || !betas.some((one) => one.startsWith(beta));
    }),
  );
}

function parsed(body: Buffer): object {
  try {
    return JSON.parse(body.toString()) as object;
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(400, 'The request body is not valid JSON');
    throw error;
  }
}

function refuseIf(status: number, problem: string | undefined): void {
  if (problem !== undefined) throw refusal(status, problem);
}

function refuseLong(characters: number): void {
  const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN);
  if (tokens <= LONGEST_PROMPT) return;
  throw refusal(400, `prompt is too long: ${tokens} tokens > ${LONGEST_PROMPT} maximum`);
}

function refusal(status: number, message: string): TwinRefusal {
  const error = { type: TYPES[status] ?? 'api_error', message };
  return new TwinRefusal(status, { type: 'error', error, request_id: 'req_twin' }, HEADERS);
}
