import { IncomingMessage, ServerResponse } from 'node:http';
import type { MessageClasses } from '@aicp/common/http/listen';
import type { Express } from 'express';

/**
 * Classes that make requests and responses with the application's own prototypes. Express sets these on each of them otherwise, and
 * objects whose prototype was changed are slow ever after: a tenth of a request's CPU.
 */
export function messageClassesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
