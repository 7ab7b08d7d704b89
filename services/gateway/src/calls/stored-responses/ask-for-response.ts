import { jsonProblem } from '@aicp/common/json/json-scanner';
import type { KeyHolder } from '../../memory/holders.ts';
import { kindOfStatus, refusalOf, retryAfterMs } from '../../pipeline/exchange/failure.ts';
import { heldNotFound } from '../../pipeline/held/bound.ts';
import {
  badRequest,
  overloaded,
  upstreamFailed,
  type Refusal,
} from '../../pipeline/exchange/refusal.ts';
import { responseError } from '../../protocols/openai-responses/response-errors.ts';
import { ANSWER_LIMITS } from '../../protocols/response-ids/answer-limits.ts';
import {
  collectAnswer,
  NoRoomForAnswer,
  type CollectedAnswer,
} from '../../providers/upstream/collect-answer.ts';
import { UpstreamError, type ResourceRequest } from '../../providers/upstream/provider-client.ts';
import type { Caller } from '../caller.ts';
import type { Located } from './locate-response.ts';

/** What is asked of the provider: a method, and what stands behind the response's own path. */
export interface AskedOfResponse {
  readonly method: ResourceRequest['method'];
  /** `/input_items?limit=5` */
  readonly below: string;
}

/** What came back: a document, or an error of the provider that its client is told. */
export type ResponseAnswer =
  | { readonly kind: 'document'; readonly status: number; readonly body: Buffer }
  | { readonly kind: 'rejected'; readonly status: number; readonly body: Buffer }
  /** The provider did not answer. */
  | { readonly kind: 'failed'; readonly refusal: Refusal }
  /** It is not there any more. */
  | { readonly kind: 'missing'; readonly refusal: Refusal };

const LARGEST_DOCUMENT = 32 * 1_048_576;

/** Asks the provider for a response that it keeps, or to do something with it. Rejects where the client left. */
export async function askForResponse(
  caller: Caller,
  located: Located,
  asked: AskedOfResponse,
): Promise<ResponseAnswer> {
  const { client } = located.target;
  const { askFor } = client;
  if (!askFor) return { kind: 'missing', refusal: notFound(located) };
  const leaving = new AbortController();
  caller.response.once('close', () => {
    leaving.abort();
  });
  const { take } = new AnswerRoom(caller);
  try {
    const answer = await collectAnswer(
      (receiver) => askFor(requestOf(caller, located, asked), receiver),
      { take, signal: leaving.signal },
    );
    return answerOf(caller, located, { ...answer, body: client.guard.clean(answer.body) });
  } catch (error) {
    if (error instanceof NoRoomForAnswer) return { kind: 'failed', refusal: overloaded() };
    if (!(error instanceof UpstreamError)) throw error;
    const failure = { kind: error.kind, detail: error.message };
    return { kind: 'failed', refusal: refusalOf(failure, modelOf(located)) };
  }
}

/** Room for an answer, until the client has it. */
class AnswerRoom {
  private readonly caller: Caller;
  private readonly holder: KeyHolder;
  private taken = 0;
  private isOver = false;

  constructor(caller: Caller) {
    this.caller = caller;
    this.holder = caller.gateway.holders.of(caller.principal);
    caller.response.once('close', () => {
      caller.gateway.answerBytes.giveBackFor(this.holder, this.taken);
      this.taken = 0;
      this.isOver = true;
    });
  }

  readonly take = (bytes: number): boolean => {
    const { answerBytes } = this.caller.gateway;
    if (this.isOver || this.taken + bytes > LARGEST_DOCUMENT) return false;
    if (answerBytes.takeFor(this.holder, bytes, this.taken) !== undefined) return false;
    this.taken += bytes;
    return true;
  };
}

function requestOf(
  { requestId }: Caller,
  { held, provider }: Located,
  { method, below }: AskedOfResponse,
): ResourceRequest {
  const { connectMs, firstByteMs } = provider.timeLimits;
  return {
    ...{ method, requestId, trace: '', connectTimeoutMs: connectMs, timeoutMs: firstByteMs },
    path: `/responses/${encodeURIComponent(held.upstreamId)}${below}`,
  };
}

const modelOf = ({ held, provider }: Located): string => held.model ?? provider.id;

/** 502: what came is no answer. */
export const noAnswerOf = (located: Located): Refusal => upstreamFailed(modelOf(located));

const notFound = ({ id }: Located): Refusal => heldNotFound('response', { id, param: null });

function answerOf(
  { gateway }: Caller,
  located: Located,
  { status, headers, body }: CollectedAnswer,
): ResponseAnswer {
  const kind = kindOfStatus(status);
  if (kind === 'answer' && isTooMuch(body)) return { kind: 'failed', refusal: noAnswerOf(located) };
  if (kind === 'answer') return { kind: 'document', status, body };
  if (status === 404) return { kind: 'missing', refusal: notFound(located) };
  if (kind === 'rejected') {
    const { target, held, id } = located;
    const told = responseError(body, status, target.client.errorGuard).toString();
    return { kind, status, body: Buffer.from(told.replaceAll(held.upstreamId, id)) };
  }
  const wait = retryAfterMs(headers, gateway.clock.now());
  const failure = { kind, detail: `the provider answered ${status}`, retryAfterMs: wait };
  return { kind: 'failed', refusal: refusalOf(failure, modelOf(located)) };
}

/** Whether a document is nested deeper, or made of more, than any response is: what looks at it and writes it anew goes as deep as it is. */
function isTooMuch(body: Buffer): boolean {
  const problem = jsonProblem(body, ANSWER_LIMITS);
  return problem === 'deep' || problem === 'many';
}

/** 400: a query that no such request has. */
export const badQuery = (name: string, what: string): Refusal =>
  badRequest(`${name} must be ${what}.`, name);
