import type { RawData, WebSocket } from 'ws';

/** Bytes that wait for a reader; beyond them, whoever sends has to wait. */
const MOST_WAITING = 1_048_576;

/** What is done with a message. Another is only looked at when its promise is settled. */
export type Handler = (message: Buffer) => Promise<void> | undefined;

/**
 * Messages of one side, one after the other. While one is looked at, or the other side does not read what it was sent, nothing more is read from the
 * connection: what came with the last bytes waits, and no more.
 */
export class EventLane {
  private readonly source: WebSocket;
  private readonly handle: Handler;
  private readonly onFault: (error: unknown) => void;
  private readonly waiting: Buffer[] = [];
  private isBusy = false;
  private isClosed = false;

  constructor(source: WebSocket, handle: Handler, onFault: (error: unknown) => void) {
    this.source = source;
    this.handle = handle;
    this.onFault = onFault;
    source.on('message', (data: RawData) => {
      if (this.isClosed) return;
      this.waiting.push(bytesOf(data));
      this.next();
    });
  }

  /** Nothing more is looked at. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }

  private readOn(): void {
    if (!this.isBusy) this.source.resume();
  }

  private next(): void {
    for (;;) {
      const message = this.isBusy ? undefined : this.waiting.shift();
      if (!message) return;
      this.look(message);
    }
  }

  private look(message: Buffer): void {
    let looking: Promise<void> | undefined;
    try {
      looking = this.handle(message);
    } catch (error) {
      this.onFault(error);
    }
    this.waitFor(looking);
  }

  private waitFor(looking: Promise<void> | undefined): void {
    if (!looking) return;
    this.isBusy = true;
    this.source.pause();
    looking.then(
      () => {
        this.isBusy = false;
        this.next();
        this.readOn();
      },
      (error: unknown) => {
        this.onFault(error);
      },
    );
  }
}

/** A message as bytes, however it was sent: clients send events as text, and what is sent as bytes is the same bytes. */
function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

/** Sends an event. The promise is settled once there is room for more; undefined: there is. */
export function sendEvent(target: WebSocket, text: string): Promise<void> | undefined {
  if (target.readyState !== target.OPEN) return undefined;
  if (target.bufferedAmount < MOST_WAITING) {
    target.send(text);
    return undefined;
  }
  return new Promise((resolve) => {
    target.send(text, () => {
      resolve();
    });
  });
}
