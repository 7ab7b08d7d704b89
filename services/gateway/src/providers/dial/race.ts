import type { Socket } from 'node:net';
import type { AddressOrder } from './addresses.ts';

/** An address that has not answered for so long has the next one tried beside it (RFC 8305, 5). */
const NEXT_AFTER_MS = 250;

export interface RaceOptions {
  /** In which order, is decided here; at least one. */
  readonly addresses: readonly string[];
  readonly order: AddressOrder;
  /** Begins a connection; it says `connect` when it stands. */
  readonly open: (address: string) => Socket;
  readonly connected: (socket: Socket) => void;
  /** None of them took a connection: what the first said. */
  readonly failed: (error: Error) => void;
}

/** Connects to whichever address of a name takes it first: each has a head start over the next, which comes at once where it fails. */
export class Race {
  private readonly options: RaceOptions;
  private readonly waiting: string[];
  /** With what hears of their errors. */
  private readonly running = new Map<Socket, (error: Error) => void>();
  private readonly several: boolean;
  private next: NodeJS.Timeout | undefined;
  private first: Error | undefined;

  constructor(options: RaceOptions) {
    this.options = options;
    this.waiting = [...options.order.order(options.addresses)];
    this.several = this.waiting.length > 1;
    this.start();
  }

  /** Ends it; nobody hears of it any more. */
  destroy(): void {
    clearTimeout(this.next);
    for (const [socket, onError] of this.running) {
      discard(socket);
      socket.off('error', onError);
    }
    this.running.clear();
  }

  private start(): void {
    clearTimeout(this.next);
    const address = this.waiting.shift();
    if (address === undefined) return;
    const socket = this.options.open(address);
    const onError = (error: Error): void => {
      this.lost(socket, address, error);
    };
    this.running.set(socket, onError);
    socket.on('error', onError).once('connect', () => {
      this.won(socket, address);
    });
    if (this.waiting.length === 0) return;
    this.next = setTimeout(() => {
      this.options.order.failed(address);
      this.start();
    }, NEXT_AFTER_MS);
  }

  private won(socket: Socket, address: string): void {
    const onError = this.running.get(socket);
    if (!onError) return;
    this.running.delete(socket);
    if (this.several) this.options.order.worked(address);
    this.destroy();
    this.options.connected(socket);
    socket.off('error', onError);
  }

  private lost(socket: Socket, address: string, error: Error): void {
    if (!this.running.delete(socket)) return;
    this.options.order.failed(address);
    this.first ??= error;
    if (this.waiting.length > 0) this.start();
    else if (this.running.size === 0) {
      this.destroy();
      this.options.failed(this.first);
    }
  }
}

/** Closes a socket whose errors are nobody's any more. */
export function discard(socket: Socket): void {
  socket.on('error', () => undefined).destroy();
}
