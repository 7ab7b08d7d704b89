import { parentPort } from 'node:worker_threads';
import type { Work } from '../openai-chat/reading-worker.ts';
import { PLAIN_KINDS } from './plain-rules.ts';
import { readPlain } from './read-plain.ts';

/** The thread that reads large requests that are no conversations. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, bytes, kind }: Work) => {
  const known = PLAIN_KINDS.find((one) => one === kind);
  if (!known) throw new Error(`there is no reader of ${String(kind)}`);
  const read = readPlain(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known);
  port.postMessage({ id, bytes, read }, [bytes.buffer]);
});
