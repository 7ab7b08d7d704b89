import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node's parser calls the reasons, and what a client is told of them. */
const REASONS: Readonly<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'Address and headers are larger than 16 KiB together: send less.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come to its end in time.' },
};
const UNREADABLE = { status: 400, detail: 'This is not readable as an HTTP request.' };

/** Has the server answer requests that no route ever sees, since Node cannot read them, with problems like all others. */
export function answerUnreadable(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    answers.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    const isInside = answer?.headersSent === true && !answer.writableEnded;
    // Into the middle of an answer, or to somebody who is gone, there is nothing to say.
    if (isInside || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(problemText(REASONS[error.code ?? ''] ?? UNREADABLE));
  });
}

function problemText({ status, detail }: { status: number; detail: string }): string {
  const title = STATUS_CODES[status] ?? 'Error';
  const instance = randomUUID();
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, instance });
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${instance}`,
    ...['', body],
  ].join('\r\n');
}
