import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { AnswersOf } from './pipelining.ts';

/** What is wrong with bytes that are no HTTP request. */
export interface Unreadable {
  readonly status: number;
  /** For people. */
  readonly detail: string;
  /** Names this answer, in its body or a header. */
  readonly id: string;
}

/** An answer's body, in the form in which a service tells of problems. */
export interface UnreadableBody {
  readonly contentType: string;
  readonly body: string;
}

type Reason = Omit<Unreadable, 'id'>;

/** What Node's parser calls the reasons, and what a client is told of them. */
const REASONS: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'Address and headers are larger than 16 KiB together: send less.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    detail: 'The extensions of a chunk are larger than 16 KiB: send none.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come to its end in time.' },
};
const UNREADABLE: Reason = { status: 400, detail: 'This is not readable as an HTTP request.' };

/** A client that has its answer has so long to close the connection, ms. */
const LINGER_MS = 1000;

/**
 * Has the server answer requests that no route ever sees, since Node cannot read them, in the form of all its other problems. The
 * connection is closed in any case: at once, or a second after the answer where the client leaves it open.
 */
export function answerUnreadable(
  server: Server,
  answersOf: AnswersOf,
  bodyOf: (problem: Unreadable) => UnreadableBody,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const open = answersOf(socket).filter((answer) => !answer.writableEnded);
    // Into the middle of an answer, or before one that somebody still waits for, there is nothing to say.
    const isInside = open.length > 1 || open.some((answer) => answer.headersSent);
    const isReading = socket.writable && socket.writableLength === 0;
    if (isInside || !isReading || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const problem = { ...(REASONS[error.code ?? ''] ?? UNREADABLE), id: randomUUID() };
    socket.end(textOf(problem, bodyOf(problem)));
    // What the client still sends would be answered by a reset, which may overtake the answer: it gets time to read it.
    const lingering = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => {
      clearTimeout(lingering);
    });
  });
}

function textOf({ status, id }: Unreadable, { contentType, body }: UnreadableBody): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'Connection: close',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    ...['', body],
  ].join('\r\n');
}
