import type { BadRequest } from '../protocol.ts';
import { type ChatFacts, readChatRequest } from './chat-request.ts';
import { parentPort } from 'node:worker_threads';

/** A body to read. Its memory moves to the thread, and back with the answer. */
export interface Work {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of what kind it is, where the thread reads several. */
  readonly kind?: string | undefined;
}

/** What was read of it. */
export interface Done<Facts = ChatFacts> extends Work {
  readonly read: Facts | BadRequest;
}

/** The thread that reads large requests, so that nobody waits for them but who sent them. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, bytes }: Work) => {
  const read = readChatRequest(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const done: Done = { id, bytes, read };
  port.postMessage(done, [bytes.buffer]);
});
