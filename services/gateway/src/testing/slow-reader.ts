import { connect } from 'node:net';
import { waitFor } from './wait-for.ts';

/** A client that reads of its answer what it is told to, and little more. */
export interface SlowReader {
  /** Of its answer; empty while there is none. */
  readonly status: string;
  /** Reads until it has so many bytes in all, or the connection ends. */
  readUpTo(bytes: number): Promise<void>;
  leave(): void;
}

const WITHIN_MS = 90_000;
const STATUS_LINE = 'HTTP/1.1 200';

/** A chat request as it goes over the wire. The connection ends with its answer. */
export function slowRequest(more: object): string {
  const body = JSON.stringify({ model: 'main', messages: [], ...more });
  return `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer sk-alice\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** Sends a request, and reads nothing of its answer yet. */
export function askSlowly(port: number, request: string): SlowReader {
  let read = 0;
  let wanted = 0;
  let isClosed = false;
  let head = '';
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  socket.on('data', (chunk) => {
    read += chunk.length;
    if (head.length < STATUS_LINE.length) head += chunk.toString('latin1', 0, STATUS_LINE.length);
    if (read >= wanted) socket.pause();
  });
  socket.pause();
  socket.write(request);
  return {
    get status() {
      return head.slice(STATUS_LINE.length - 3, STATUS_LINE.length);
    },
    readUpTo: async (bytes) => {
      wanted = bytes;
      if (read < wanted) socket.resume();
      await waitFor(() => read >= wanted || isClosed, WITHIN_MS);
    },
    leave: () => {
      socket.destroy();
    },
  };
}
