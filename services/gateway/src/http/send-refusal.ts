import type { ClientRequest, ClientResponse } from '../client/client.ts';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import {
  type Refusal,
  unavailable,
  badRequest,
  internalError,
} from '../pipeline/exchange/refusal.ts';
import { messageError } from '../protocols/anthropic-messages/message-error.ts';
import { errorBody as geminiErrorBody } from '../protocols/gemini/gemini-errors.ts';
import { errorBody as openAiErrorBody } from '../protocols/openai-chat/error-body.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { requestIdOf } from '../pipeline/exchange/exchange.ts';
import { sendJson } from '../pipeline/respond.ts';
import type { Logger } from '@aicp/common/log/logger';
import type { ErrorRequestHandler } from 'express';

type ErrorForm = Pick<Protocol, 'errorBody' | 'requestIdHeader'>;

const OPENAI: ErrorForm = { errorBody: openAiErrorBody };
const GOOGLE: ErrorForm = { errorBody: geminiErrorBody };
const ANTHROPIC: ErrorForm = { errorBody: messageError, requestIdHeader: 'request-id' };

/** How errors are told to whoever asks, by the headers that only clients of one API send. */
function formFor({ headers }: ClientRequest): ErrorForm {
  if (headers['anthropic-version'] !== undefined) return ANTHROPIC;
  return headers['x-goog-api-key'] === undefined ? OPENAI : GOOGLE;
}

/** Answers a refusal where no exchange was begun, in the API of the client: `form` where its address says which, and else what its headers say. */
export function sendRefusal(
  request: ClientRequest,
  response: ClientResponse,
  refusal: Refusal,
  form: ErrorForm = formFor(request),
): void {
  const [header, id] = requestIdHeader(request);
  const own = form.requestIdHeader === undefined ? [] : [form.requestIdHeader, id];
  const headers = [header, id, ...own, ...refusal.headers];
  sendJson(response, refusal.status, form.errorBody(refusal, id), headers);
}

/** The request's id, or a new one, as a flat list of headers. */
export const requestIdHeader = (request: ClientRequest): [string, string] => [
  'x-request-id',
  requestIdOf(request) ?? uuidV7(Date.now()),
];

/** Before the first snapshot nobody can be known. */
export function notReady(request: ClientRequest, response: ClientResponse): void {
  sendRefusal(request, response, noConfiguration());
}

/** 503: nobody can be known yet. */
export const noConfiguration = (): Refusal =>
  unavailable('not_ready', 'The gateway has no configuration yet. Try again in a moment.', 1);

/** The last handler: a path that can't be decoded is the client's fault, anything else is ours and is logged. */
export function crashHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof URIError) {
      sendRefusal(request, response, badRequest('The path is not properly percent-encoded.'));
      return;
    }
    log.error({ err: error, path: request.path }, 'request_failed');
    sendRefusal(request, response, internalError());
  };
}
