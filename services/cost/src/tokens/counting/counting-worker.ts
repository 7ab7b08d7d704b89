import { parentPort } from 'node:worker_threads';
import { boundedCount } from './bounded-count.ts';

/** A text to count. */
export interface Work {
  readonly id: number;
  readonly text: string;
}

export interface Done {
  readonly id: number;
  readonly tokens: number;
}

/** The thread that holds the encoding, some 100 MB, and counts, so that nobody waits for a large prompt but who sent it. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

port.on('message', ({ id, text }: Work) => {
  port.postMessage({ id, tokens: boundedCount(text) } satisfies Done);
});
