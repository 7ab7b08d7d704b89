import { Worker } from 'node:worker_threads';
import type { ToMain, ToWorker } from './messages.ts';

/** Who is told what the database says. */
export interface Listener {
  onBytes(bytes: Uint8Array): void;
  /** The thread is gone, with all that it held open. */
  onEnd(error: Error): void;
}

/** The thread is gone, or could not open the database: to who asks, as a server that crashed. */
class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  /** PostgreSQL's own code: crash_shutdown. */
  readonly code = '57P02';
}

/** The thread that holds a database. When it dies, the next session starts another one. */
export class PgliteThread {
  private readonly directory: string;
  private worker: Worker | undefined;
  private listener: Listener | undefined;
  private resetDone: PromiseWithResolvers<undefined> | undefined;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Begins a session: there is one at a time, and what an earlier one left open is rolled back. Rejects where the database can't be opened. */
  async begin(listener: Listener): Promise<void> {
    this.worker ??= await this.start();
    this.listener = listener;
    this.resetDone = Promise.withResolvers();
    this.send({ type: 'reset' });
    await this.resetDone.promise;
  }

  send(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** Closes the database and ends the thread. */
  async close(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.send({ type: 'close' });
    await ended;
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory: this.directory },
      execArgv: [],
    });
    const opened = Promise.withResolvers<undefined>();
    let failure = new ThreadEnded('the database thread ended');
    worker.on('message', (message: ToMain) => {
      if (message.type === 'opened') opened.resolve(undefined);
      else if (message.type === 'reset') this.resetDone?.resolve(undefined);
      else this.listener?.onBytes(message.bytes);
    });
    worker.once('error', (error: Error) => {
      failure = new ThreadEnded(error.message, { cause: error });
    });
    worker.once('exit', () => {
      this.worker = undefined;
      opened.reject(failure);
      this.resetDone?.reject(failure);
      this.listener?.onEnd(failure);
    });
    await opened.promise;
    return worker;
  }
}
