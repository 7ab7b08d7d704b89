import type { IncomingMessage } from 'node:http';

const SANE = /^[A-Za-z0-9._:+/=-]{1,128}$/;

/** The client's `x-request-id`, where it is short and holds no odd character. */
export function requestIdOf(request: IncomingMessage): string | undefined {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE.test(id) ? id : undefined;
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace headers to pass on, as lines, each with its end; none where there is no valid traceparent. */
export function traceOf({ headers }: IncomingMessage): string {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return '';
  const parent = `traceparent: ${traceparent}\r\n`;
  return typeof tracestate === 'string' && TRACESTATE.test(tracestate)
    ? `${parent}tracestate: ${tracestate}\r\n`
    : parent;
}
