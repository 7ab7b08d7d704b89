import { parentPort, type MessagePort } from 'node:worker_threads';
import { loadBoundedCount, type BoundedCount } from './bounded-count.ts';
import type { Encoding } from './encodings.ts';

/** A text to count. */
export interface Work {
  readonly id: number;
  readonly text: string;
  readonly encoding: Encoding;
}

export interface Done {
  readonly id: number;
  readonly tokens: number;
}

/** The thread that holds the encodings, some 100 MB, and counts, so that nobody waits for a large prompt but who sent it. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

/** Each from the first question for it on. */
const loaded = new Map<Encoding, Promise<BoundedCount>>();

async function answer({ id, text, encoding }: Work, to: MessagePort): Promise<void> {
  let counting = loaded.get(encoding);
  if (!counting) loaded.set(encoding, (counting = loadBoundedCount(encoding)));
  const count = await counting;
  to.postMessage({ id, tokens: count(text) } satisfies Done);
}

/** What fails ends the thread, and whoever waits is told. */
port.on('message', (work: Work) => {
  void answer(work, port);
});
