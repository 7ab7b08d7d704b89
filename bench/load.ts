import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** The end of a chunked answer, with trailers or without. */
const LAST_CHUNK = /\r\n0\r\n(?:[^\r\n]+\r\n)*\r\n$/;
const TAIL_BYTES = 512;

/** Keeps a number of connections busy, each with one request after the other, on plain sockets. */
export class Load {
  /** Answers so far. */
  completed = 0;

  private readonly clients: Client[];
  private stopped = false;
  private next = 0;

  constructor(options: { port: number; connections: number; requests: readonly Buffer[] }) {
    const { port, connections, requests } = options;
    this.clients = Array.from(
      { length: connections },
      () =>
        new Client(port, () => {
          this.next = (this.next + 1) % requests.length;
          return requests[this.next] ?? Buffer.alloc(0);
        }),
    );
  }

  /** Begins; rejects where a connection fails or an answer is no 200. Resolves when `stop` was called and the last answer is there. */
  async run(): Promise<void> {
    await Promise.all(
      this.clients.map(async (client) => {
        await client.open();
        while (!this.stopped) {
          await client.ask();
          this.completed += 1;
        }
        client.close();
      }),
    );
  }

  stop(): void {
    this.stopped = true;
  }
}

class Client {
  private readonly socket: Socket;
  private readonly request: () => Buffer;
  private head = '';
  private tail = '';
  private received = 0;
  private length: number | undefined;
  private answered: PromiseWithResolvers<undefined> = Promise.withResolvers();

  constructor(port: number, request: () => Buffer) {
    this.request = request;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => {
      this.read(chunk);
    });
    const fail = (error?: Error) => {
      this.answered.reject(error ?? new Error('the connection was closed'));
    };
    this.socket.on('error', fail);
    this.socket.on('close', () => {
      fail();
    });
    this.answered.promise.catch(() => undefined);
  }

  open(): Promise<void> {
    return new Promise((resolve) => this.socket.once('connect', resolve));
  }

  ask(): Promise<undefined> {
    this.head = '';
    this.tail = '';
    this.received = 0;
    this.length = undefined;
    this.answered = Promise.withResolvers();
    this.socket.write(this.request());
    return this.answered.promise;
  }

  close(): void {
    this.socket.removeAllListeners('close').destroy();
  }

  private read(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.length === undefined && !this.readHead(chunk)) return;
    if (this.length === Infinity) {
      const text = chunk.subarray(-TAIL_BYTES).toString('latin1');
      this.tail = (this.tail + text).slice(-TAIL_BYTES);
      if (LAST_CHUNK.test(this.tail)) this.answered.resolve(undefined);
    } else if (this.received === this.length) {
      this.answered.resolve(undefined);
    }
  }

  /** Whether the head is complete. */
  private readHead(chunk: Buffer): boolean {
    this.head += chunk.toString('latin1');
    const end = this.head.indexOf(HEAD_END);
    if (end === -1) return false;
    if (!this.head.startsWith('HTTP/1.1 200')) {
      this.answered.reject(new Error(`an answer was no 200: ${this.head.slice(0, 2000)}`));
    }
    const length = /^content-length: ([0-9]+)$/im.exec(this.head.slice(0, end))?.[1];
    this.length = length === undefined ? Infinity : end + HEAD_END.length + Number(length);
    return true;
  }
}
