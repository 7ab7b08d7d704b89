import type { IncomingMessage, ServerResponse } from 'node:http';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { refusalBody, type Refusal } from '../pipeline/refusal.ts';
import { requestIdOf } from '../pipeline/request-id.ts';
import { sendJson } from '../pipeline/respond.ts';

/** Answers a refusal where no exchange was begun. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): void {
  sendJson(response, refusal.status, refusalBody(refusal), [
    ...requestIdHeader(request),
    ...refusal.headers,
  ]);
}

/** The request's id, or a new one, as a flat list of headers. */
export const requestIdHeader = (request: IncomingMessage): [string, string] => [
  'x-request-id',
  requestIdOf(request) ?? uuidV7(Date.now()),
];
