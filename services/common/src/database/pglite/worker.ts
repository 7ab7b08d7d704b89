import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { ToMain, ToWorker } from './messages.ts';
import { panicIn } from './panic.ts';

/**
 * The thread that holds the database: a session speaks PostgreSQL's wire protocol with it, in bytes. PostgreSQL stays in the code of V8's
 * first compiler for WebAssembly: compiling it again with the optimizing one takes hundreds of MiB and most of the time of a start.
 */
const FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
/** PostgreSQL touches all of its buffers, so these are resident memory. Behind them the system keeps the same files in its own cache. */
const SHARED_BUFFERS = '4MB';
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

const { directory } = workerData as { directory: string };
const tell = (message: ToMain): void => port.postMessage(message);
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

for (const flag of FLAGS) setFlagsFromString(flag);
const database = await PGlite.create({
  dataDir: directory,
  // Segments of 16 MB, PostgreSQL's usual size, would make two thirds of a new data directory, which is copied at a first start.
  initDbStartParams: ['--wal-segsize=1'],
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
});
let work: Promise<void> = Promise.resolve();

port.on('message', (message: ToWorker) => {
  work = work.then(async () => {
    await take(message);
  });
});
tell({ type: 'opened' });

async function take(message: ToWorker): Promise<void> {
  if (message.type === 'bytes') {
    const answer = await answerTo(message.bytes);
    const panic = panicIn(answer);
    // The next session starts another thread, which recovers what was written.
    if (panic !== undefined) throw new Error(`the database gave up: ${panic}`);
    if (answer.length > 0) tell({ type: 'bytes', bytes: answer });
  } else if (message.type === 'reset') {
    await reset();
    tell({ type: 'reset' });
  } else {
    await database.close();
    port?.close();
  }
}

/**
 * What the database answers to bytes of the protocol. By the stream, whose parts are seen as they come: `execProtocolRaw` parses each
 * answer as well, and keeps what it has parsed for good.
 */
async function answerTo(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await database.execProtocolRawStream(bytes, {
    // The part is a view of the database's own memory, which the next one overwrites.
    onRawData: (part) => parts.push(part.slice()),
  });
  return Buffer.concat(parts);
}

/** A new session finds nothing of the one before: there is one backend for all of them. */
async function reset(): Promise<void> {
  await answerTo(SYNC);
  await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
}
