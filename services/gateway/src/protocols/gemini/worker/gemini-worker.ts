import { parentPort } from 'node:worker_threads';
import type { Work } from '../../openai-chat/reading-worker.ts';
import { EMBED_METHODS, readEmbedding } from '../embeddings/embed-scan.ts';
import { readGemini } from '../gemini-scan.ts';

/** The thread that reads large requests of Google's API. `kind`: of those for embeddings, what they ask for. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, bytes, kind }: Work) => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const method = EMBED_METHODS.find((one) => one === kind);
  const read = method ? readEmbedding(body, method) : readGemini(body);
  port.postMessage({ id, bytes, read }, [bytes.buffer]);
});
