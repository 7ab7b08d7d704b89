import { parentPort } from 'node:worker_threads';
import type { Done, Work } from '../openai-chat/reading-worker.ts';
import { readResponsesRequest, type ResponsesFacts } from './responses-request.ts';

/** The thread that reads large requests for responses. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, bytes }: Work) => {
  const read = readResponsesRequest(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const done: Done<ResponsesFacts> = { id, bytes, read };
  port.postMessage(done, [bytes.buffer]);
});
