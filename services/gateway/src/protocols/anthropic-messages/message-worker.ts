import { parentPort } from 'node:worker_threads';
import type { Work } from '../openai-chat/reading-worker.ts';
import { readMessage } from './read-message.ts';

/** The thread that reads large requests for messages. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, bytes }: Work) => {
  const read = readMessage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  port.postMessage({ id, bytes, read }, [bytes.buffer]);
});
