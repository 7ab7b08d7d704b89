import { reasonOf, type Store } from '@aicp/common/counters/redis/store';
import type { Clock } from '@aicp/common/time/clock';
import type { SharedCounts } from './shared-counts.ts';
import type { StoreCircuit } from './store-circuit.ts';

/** So many are asked for at a time; a server that hangs is sent no more. */
const MOST_READS = 256;
/** So much is written at a time. */
const MOST_WRITTEN_BYTES = 8 << 20;

export interface SharedServerOptions {
  /** Closed with this. */
  readonly store: Pick<Store, 'isReady' | 'fault' | 'run' | 'runForBytes' | 'reconnect' | 'close'>;
  readonly circuit: StoreCircuit;
  /** Warns of what would be told with every answer. */
  readonly alarms: {
    warn(event: string, subject: string, fields: Readonly<Record<string, unknown>>): void;
  };
  readonly clock: Clock;
  /** A request waits so long for what it asks, ms. */
  readonly deadlineMs: number;
}

/** A first connection takes no longer than so many ms. */
const CONNECT_MS = 2_000;

/** Something that is written, whose end nobody waits for. */
interface Writing {
  /** Of what kind it is, as warnings are told apart. */
  readonly kind: string;
  readonly bytes: number;
  readonly counts: SharedCounts;
  /** Whether it is kept there now. */
  readonly write: () => Promise<boolean>;
}

/** The server in which gateways share what they know: asked in a bounded time, and left alone after it failed. What it does wrong is never an error. */
export class SharedServer {
  private readonly options: SharedServerOptions;
  private readsOut = 0;
  private bytesOut = 0;
  /** When it began to connect; undefined once it was connected. */
  private connectsSince: number | undefined;

  constructor(options: SharedServerOptions) {
    this.options = options;
    this.connectsSince = options.clock.monotonic();
  }

  /** What `read` resolves with; undefined within it: it failed, or was late, which is counted. Never rejects. Undefined at once: nobody is asked. */
  ask<Reply>(
    read: () => Promise<Reply>,
    counts: SharedCounts,
  ): Promise<Reply | undefined> | undefined {
    const { circuit } = this.options;
    const era = this.isThere() && this.readsOut < MOST_READS ? circuit.begin() : undefined;
    if (era !== undefined) return this.asked(read, era, counts);
    counts.read('skipped');
    return undefined;
  }

  /** Writes for the others, where there is room for it on its way. */
  put({ kind, bytes, counts, write }: Writing): void {
    if (!this.isThere() || !this.options.circuit.isClosed) counts.wrote('skipped');
    else if (this.bytesOut + bytes > MOST_WRITTEN_BYTES) counts.wrote('dropped');
    else {
      this.bytesOut += bytes;
      write()
        .then(
          (isKept) => {
            counts.wrote(isKept ? 'kept' : 'full');
          },
          (error: unknown) => {
            counts.wrote('failed');
            // That the connection went is told elsewhere.
            if (isRefusal(error)) this.warn('shared_cache_not_kept', kind, error);
          },
        )
        .finally(() => {
          this.bytesOut -= bytes;
        });
    }
  }

  /** Tells, once in a while, that the server refuses something. */
  warn(
    event: 'shared_cache_not_kept' | 'shared_cache_not_read',
    kind: string,
    error: unknown,
  ): void {
    this.options.alarms.warn(event, kind, { reason: reasonOf(error) });
  }

  close(): void {
    this.options.store.close();
  }

  private isThere(): boolean {
    const { store, circuit, clock } = this.options;
    if (store.isReady) {
      this.connectsSince = undefined;
      return true;
    }
    // While it connects for the first time there is nothing to tell, but for a server that lets it wait.
    const connectsMs = clock.monotonic() - (this.connectsSince ?? Infinity);
    const hangs = connectsMs > CONNECT_MS ? 'no connection yet' : undefined;
    const reason = store.fault ?? hangs;
    if (reason !== undefined) circuit.lost(reason);
    return false;
  }

  private async asked<Reply>(
    read: () => Promise<Reply>,
    era: number,
    counts: SharedCounts,
  ): Promise<Reply | undefined> {
    const { circuit, store } = this.options;
    try {
      const reply = await this.inTime(read);
      circuit.succeeded(era);
      return reply;
    } catch (error) {
      counts.read('failed');
      const failures = circuit.failed(era, reasonOf(error));
      // A connection on which nothing comes any more would hold what was asked on it until the system gave it up.
      const isStuck = failures > 1 || (failures === 1 && this.readsOut >= MOST_READS);
      if (isStuck && error instanceof Late) store.reconnect();
      return undefined;
    }
  }

  private async inTime<Reply>(read: () => Promise<Reply>): Promise<Reply> {
    const { clock, deadlineMs } = this.options;
    const answered = new AbortController();
    this.readsOut += 1;
    const reading = read();
    const isOver = (): void => {
      this.readsOut -= 1;
      answered.abort();
    };
    reading.then(isOver, isOver);
    const late = clock.sleep(deadlineMs, answered.signal).then(() => {
      throw new Late(deadlineMs);
    });
    return await Promise.race([reading, late]);
  }
}

/** Whether the server answered that it does not do that. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ReplyError';

class Late extends Error {
  constructor(deadlineMs: number) {
    super(`no answer within ${String(deadlineMs)} ms`);
  }
}
