import { Worker } from 'node:worker_threads';
import type { BadRequest } from '../protocol.ts';
import type { ChatFacts } from './chat-request.ts';
import type { Done, Work } from './reading-worker.ts';

/** What became of a body: undefined where the thread ended before it was read, and its bytes are gone. */
export type Read<Facts = ChatFacts> =
  { readonly body: Buffer; readonly read: Facts | BadRequest } | undefined;

/** A scan builds nothing: what is kept of a request are some kB. */
const HEAP_MIB = 64;

const CHAT_WORKER = new URL('./reading-worker.ts', import.meta.url);

/**
 * A thread that reads requests one after the other. It starts with the first of them; when it dies, the next request starts another
 * one. What waits for it is bounded by the memory for requests.
 */
export class ReadingThread<Facts = ChatFacts> {
  private worker: Worker | undefined;
  private waiting = new Map<number, (read: Read<Facts>) => void>();
  private count = 0;
  private readonly onFailure: (error: Error) => void;
  private readonly source: URL;

  /** `source`: what the thread runs; absent: the reader of chats. */
  constructor(options: {
    readonly onFailure: (error: Error) => void;
    readonly source?: URL | undefined;
  }) {
    this.onFailure = options.onFailure;
    this.source = options.source ?? CHAT_WORKER;
  }

  /** Reads a body that is alone in its memory; the buffer is empty from then on, and `done` gets another one. */
  read(body: Buffer<ArrayBuffer>, done: (read: Read<Facts>) => void, kind?: string): void {
    this.worker ??= this.start();
    this.count += 1;
    this.waiting.set(this.count, done);
    const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    this.worker.postMessage({ id: this.count, bytes, kind } satisfies Work, [bytes.buffer]);
  }

  /** Ends the thread. What it had not read stays unread. */
  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private start(): Worker {
    const worker = new Worker(this.source, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    worker.unref();
    worker.on('message', ({ id, bytes, read }: Done<Facts>) => {
      const done = this.waiting.get(id);
      this.waiting.delete(id);
      done?.({ body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), read });
    });
    worker.once('error', this.onFailure);
    worker.once('exit', () => {
      this.worker = undefined;
      const { waiting } = this;
      this.waiting = new Map();
      for (const done of waiting.values()) done(undefined);
    });
    return worker;
  }
}
