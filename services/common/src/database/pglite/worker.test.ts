import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemplate, prepareDirectory } from './data-directory.ts';
import type { ToMain, ToWorker } from './messages.ts';

const ANSWERS = 400;
const ANSWER_BYTES = 100_000;

let directory: string;
let worker: Worker;
beforeEach(async () => {
  await makeTemplate();
  directory = await mkdtemp(join(tmpdir(), 'aicp-worker-'));
  await prepareDirectory(join(directory, 'data'));
  worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directory: join(directory, 'data') },
    execArgv: [],
  });
  await told('opened');
});
afterEach(async () => {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  send({ type: 'close' });
  await ended;
  await rm(directory, { recursive: true, force: true });
});

const send = (message: ToWorker): void => worker.postMessage(message);

const told = (type: ToMain['type']): Promise<ToMain> =>
  new Promise((resolve) => {
    const hear = (message: ToMain): void => {
      if (message.type !== type) return;
      worker.off('message', hear);
      resolve(message);
    };
    worker.on('message', hear);
  });

/** What a simple query is answered, in PostgreSQL's wire protocol. */
async function ask(statement: string): Promise<Buffer> {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.from([0x51, 0, 0, 0, 0]);
  head.writeInt32BE(4 + text.length, 1);
  const answer = told('bytes');
  send({ type: 'bytes', bytes: Buffer.concat([head, text]) });
  const message = await answer;
  return Buffer.from(message.type === 'bytes' ? message.bytes : []);
}

it('keeps nothing of what it has answered', async () => {
  const reply = await ask(`select repeat('x', ${ANSWER_BYTES})`);
  expect(reply.length).toBeGreaterThan(ANSWER_BYTES);
  // ReadyForQuery is what an answer ends with.
  expect(reply.at(-6)).toBe(0x5a);
  const { used_heap_size: before } = await worker.getHeapStatistics();
  for (let left = ANSWERS; left > 0; left -= 1) await ask(`select repeat('x', ${ANSWER_BYTES})`);
  const { used_heap_size: after } = await worker.getHeapStatistics();
  expect(after - before).toBeLessThan((ANSWERS * ANSWER_BYTES) / 2);
});
