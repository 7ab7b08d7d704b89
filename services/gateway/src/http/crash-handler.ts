import type { Logger } from '@aicp/common/log/logger';
import type { ErrorRequestHandler } from 'express';
import { badRequest, internalError } from '../pipeline/refusal.ts';
import { sendRefusal } from './send-refusal.ts';

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
