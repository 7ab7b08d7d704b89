import { parentPort } from 'node:worker_threads';
import { readChatRequest } from '../chat-request.ts';
import type { Done, Work } from './messages.ts';

/** The thread that reads large requests, so that nobody waits for them but who sent them. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, bytes }: Work) => {
  const read = readChatRequest(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const done: Done = { id, bytes, read };
  port.postMessage(done, [bytes.buffer]);
});
