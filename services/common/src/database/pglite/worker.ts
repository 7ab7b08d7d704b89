import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { ToMain, ToWorker } from './messages.ts';

/** The thread that holds the database: a session speaks PostgreSQL's wire protocol with it, in bytes. */
const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

const { directory } = workerData as { directory: string };
const tell = (message: ToMain): void => port.postMessage(message);
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

const database = await PGlite.create({ dataDir: directory });
let work: Promise<void> = Promise.resolve();

port.on('message', (message: ToWorker) => {
  work = work.then(async () => {
    await take(message);
  });
});
tell({ type: 'opened' });

async function take(message: ToWorker): Promise<void> {
  if (message.type === 'bytes') {
    const answer = await database.execProtocolRaw(message.bytes);
    if (answer.length > 0) tell({ type: 'bytes', bytes: answer });
  } else if (message.type === 'reset') {
    await reset();
    tell({ type: 'reset' });
  } else {
    await database.close();
    port?.close();
  }
}

/** A new session finds nothing of the one before: there is one backend for all of them. */
async function reset(): Promise<void> {
  await database.execProtocolRaw(SYNC);
  await database.exec('ROLLBACK');
  await database.exec('DISCARD ALL');
}
