import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** So many requests of one connection may wait for their answers. Hardly any client sends one before it has the answer to the last. */
const MOST_PIPELINED = 16;

/** The answers of a connection that are not over, the oldest first, as they were when its last request came. */
export type AnswersOf = (connection: Duplex) => readonly ServerResponse[];

/**
 * Bounds how many requests of a connection wait for their answers: with the seventeenth, the connection is closed. Those that wait behind
 * one that is not answered take memory, and no other limit counts them once they are refused.
 */
export function boundPipelining(server: Server): AnswersOf {
  const answers = new WeakMap<Duplex, readonly ServerResponse[]>();
  server.on('request', ({ socket }, response) => {
    const open = answers.get(socket)?.filter((answer) => !answer.writableFinished) ?? [];
    answers.set(socket, [...open, response]);
    if (open.length >= MOST_PIPELINED) socket.destroy();
  });
  return (connection) => answers.get(connection) ?? [];
}
