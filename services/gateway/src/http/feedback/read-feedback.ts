import { parseJson } from '@aicp/common/json/parse-json';
import { HIGHEST_SCORE, LOWEST_SCORE, REQUEST_ID } from '@aicp/contracts/usage/feedback-record';
import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';

/** What somebody thinks of the answer to a request. */
export interface Feedback {
  readonly requestId: string;
  readonly score: number;
}

/** Reads the body of `POST /v1/feedback`, or says what is wrong with it. A comment is looked at by nobody and kept nowhere. */
export function readFeedback(body: Buffer): Feedback | Refusal {
  const sent = parseJson(body.toString());
  if (!isRecord(sent)) return badRequest('The body must be a JSON object.');
  const { request_id: requestId, score, comment = null } = sent;
  if (typeof requestId !== 'string' || !REQUEST_ID.test(requestId)) {
    return badRequest('request_id must be the x-request-id of an answer.', 'request_id');
  }
  if (typeof score !== 'number' || !(score >= LOWEST_SCORE && score <= HIGHEST_SCORE)) {
    return badRequest(`score must be a number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}.`, 'score');
  }
  if (comment !== null && typeof comment !== 'string') {
    return badRequest('comment must be a text.', 'comment');
  }
  return { requestId, score };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
