import { IncomingMessage, ServerResponse } from 'node:http';
import type { MessageClasses } from '@aicp/common/http/listen';
import type { Express } from 'express';
import type { BodySink, CollectableRequest } from '../client/client.ts';

/**
 * Classes that make requests and responses with the application's own prototypes. Express sets these on each of them otherwise, and
 * objects whose prototype was changed are slow ever after: a tenth of a request's CPU. A request hands its body to a sink, where it
 * has one, as the parser finds it: to a body of one piece, the events of a stream cost as much again.
 */
export function messageClassesOf(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage implements CollectableRequest {
    sink: BodySink | undefined;
    isCollected = false;

    /** Node's parser calls it with each piece of the body, and with null at its end. */
    override push(chunk: Buffer | null): boolean {
      const { sink } = this;
      if (!sink) return super.push(chunk);
      if (chunk) {
        sink.add(chunk);
        return true;
      }
      this.sink = undefined;
      this.isCollected = true;
      sink.end();
      return false;
    }

    /** Node calls it after the answer, to throw away what nobody reads; a sink goes on counting. */
    _dump(): void {
      if (!this.sink && !this.isCollected) dump.call(this);
    }
  }
  /** Node forgets a request, and what it holds, when it has ended. */
  Object.defineProperty(AppRequest.prototype, 'readableEnded', {
    get(this: AppRequest): unknown {
      return this.isCollected || Reflect.get(IncomingMessage.prototype, 'readableEnded', this);
    },
  });
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

const { _dump: dump } = IncomingMessage.prototype as IncomingMessage & { _dump: () => void };
