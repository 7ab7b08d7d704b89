import { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { ShedReason } from '../../memory/admission.ts';
import type { ClientPace } from './client-pace.ts';
import type { MemoryShare } from '../../memory/request-memory.ts';

/** What is done with a message. Another is only looked at when its promise is settled. */
export type Handler = (message: Buffer) => Promise<void> | undefined;

export interface LaneParts {
  readonly source: WebSocket;
  readonly handle: Handler;
  /** Its messages are held of it until they are looked at. */
  readonly share: MemoryShare;
  /** How fast they are looked at; absent: as they come. */
  readonly pace?: Pick<ClientPace, 'took'>;
  /** Nothing is read of it until `onResume`. May be told more than once. */
  readonly onPause?: () => void;
  readonly onResume?: () => void;
  readonly onFault: (error: unknown) => void;
  readonly onFull: (missing: ShedReason) => void;
}

/** What one read of a connection brings. */
const ONE_READ = 65_536;

/**
 * Messages of one side, one after the other. While one is looked at, or the other side does not read what it was sent, nothing more is read from the
 * connection: what came with the last bytes waits, and no more.
 */
export class EventLane {
  private readonly parts: LaneParts;
  private readonly waiting: Buffer[] = [];
  private pause: NodeJS.Timeout | undefined;
  /** Bytes that came of a message that is not whole yet. */
  private partial = 0;
  private isBusy = false;
  private isClosed = false;

  constructor(parts: LaneParts) {
    const { source } = parts;
    this.parts = parts;
    connectionOf(source).prependListener('data', (chunk: Buffer) => {
      if (this.isClosed) return;
      this.partial += chunk.length;
      this.hold(chunk.length);
    });
    source.on('message', (data: RawData) => {
      if (this.isClosed) return;
      const message = bytesOf(data);
      this.cameWhole(message.length);
      this.waiting.push(message);
      this.next();
    });
  }

  /** Nothing more is looked at. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
    clearTimeout(this.pause);
  }

  private hold(bytes: number): void {
    const missing = this.parts.share.take(bytes);
    if (missing !== undefined) this.parts.onFull(missing);
  }

  /** What is left came with the end of the message, and belongs to the next one. */
  private cameWhole(length: number): void {
    const left = Math.min(Math.max(0, this.partial - length - headBytes(length)), ONE_READ);
    const surplus = this.partial - length - left;
    this.partial = left;
    if (surplus > 0) this.parts.share.giveBack(surplus);
    else this.hold(-surplus);
  }

  private readOn(): void {
    if (this.isBusy) return;
    this.parts.source.resume();
    this.parts.onResume?.();
  }

  private next(): void {
    while (!this.isBusy && !this.isClosed) {
      const message = this.waiting.shift();
      if (!message) return;
      this.look(message);
    }
  }

  private look(message: Buffer): void {
    const { handle, pace, share, onFault } = this.parts;
    let looking: Promise<void> | undefined;
    try {
      looking = handle(message);
    } catch (error) {
      onFault(error);
    }
    if (looking)
      looking = looking.finally(() => {
        share.giveBack(message.length);
      });
    else share.giveBack(message.length);
    const wait = pace?.took(message.length) ?? 0;
    this.waitFor(wait > 0 ? Promise.all([looking, this.pauseFor(wait)]) : looking);
  }

  private pauseFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isClosed) this.pause = setTimeout(resolve, ms);
    });
  }

  private waitFor(looking: Promise<unknown> | undefined): void {
    if (!looking) return;
    this.isBusy = true;
    this.parts.source.pause();
    this.parts.onPause?.();
    looking.then(
      () => {
        this.isBusy = false;
        this.next();
        this.readOn();
      },
      (error: unknown) => {
        this.parts.onFault(error);
      },
    );
  }
}

/** The connection below, which `ws` keeps to itself: nothing else tells of the bytes of a message before it is whole. */
function connectionOf(source: WebSocket): Duplex {
  const connection: unknown = Reflect.get(source, '_socket');
  if (connection instanceof Duplex) return connection;
  throw new TypeError('a WebSocket without a connection');
}

/** Bytes in front of a message of a client that was sent at once (RFC 6455, 5.2). */
function headBytes(length: number): number {
  if (length < 126) return 6;
  return length < 65_536 ? 8 : 14;
}

/** A message as bytes, however it was sent: clients send events as text, and what is sent as bytes is the same bytes. */
function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
