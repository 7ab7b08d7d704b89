import { EventEmitter } from 'node:events';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { KEEP_ALIVE_MS } from '@aicp/common/http/listen';
import type { ClientResponse } from '../../client/client.ts';

/** What an answer needs of its connection. */
export interface AnswerLine {
  readonly socket: Socket;
  /** Whether the connection ends with the answer. */
  readonly isLast: boolean;
  /** The time, as HTTP writes it. */
  date(): string;
  /** To be called when the system has the last byte. */
  readonly onSent: (error?: Error | null) => void;
}

/** What no value of a header may hold: node:http refuses it as well. */
const UNFIT = /[^\t\x20-\x7e\x80-\xff]/;
const CLOSED = 'Connection: close\r\n';
const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`;
/** A larger piece is handed to the system beside what stands around it; a smaller one is copied into one text with it. */
const COPIED_BYTES = 16_384;

/** Writes an answer as node:http does, to the byte. What is written after its end could be read as part of the next one: it is an error. */
export class LaneResponse extends EventEmitter implements ClientResponse {
  statusCode = 200;
  headersSent = false;
  writableFinished = false;
  /** Whether the client was told that the connection ends. */
  isLast = false;
  private readonly line: AnswerLine;
  /** The head, until it goes out with what follows. */
  private head = '';
  private isChunked = true;
  private isEnded = false;
  /** Whether the connection is no longer this answer's. */
  private isOver = false;
  private trailers = '';

  constructor(line: AnswerLine) {
    super();
    this.line = line;
  }

  get socket(): Socket | null {
    return this.isOver ? null : this.line.socket;
  }

  get writableLength(): number {
    return this.socket?.writableLength ?? 0;
  }

  /** `connection` can be `close` alone. Throws a TypeError for a value that would break the head. */
  writeHead(status: number, headers: readonly string[]): void {
    if (this.headersSent) throw new Error('the answer has a head');
    const { line } = this;
    let lines = this.read(headers);
    lines += `Date: ${line.date()}\r\n`;
    if (!this.isLast) lines += line.isLast ? CLOSED : KEPT;
    this.statusCode = status;
    this.headersSent = true;
    this.isLast ||= line.isLast;
    const framing = this.isChunked ? 'Transfer-Encoding: chunked\r\n' : '';
    const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}`;
    this.head = `${first}\r\n${lines}${framing}\r\n`;
  }

  /** Headers as lines. Takes note of what they say of the body and of the connection. */
  private read(headers: readonly string[]): string {
    let lines = '';
    for (let index = 1; index < headers.length; index += 2) {
      const name = headers[index - 1] ?? '';
      const value = headers[index] ?? '';
      if (UNFIT.test(value)) throw new TypeError(`the value of the header ${name} cannot be sent`);
      if (name === 'content-length') this.isChunked = false;
      else if (name === 'connection') this.isLast = true;
      lines += `${name}: ${value}\r\n`;
    }
    return lines;
  }

  write(chunk: Buffer): boolean {
    if (!this.reachesClient()) return false;
    if (chunk.length === 0) return true;
    const { before, after } = this.frameOf(chunk.length);
    return this.put(before, chunk, after);
  }

  end(chunk: Buffer | string = '', encoding: 'latin1' | 'utf8' = 'utf8'): void {
    if (!this.reachesClient()) return;
    this.isEnded = true;
    const { line } = this;
    const last = this.isChunked ? `0\r\n${this.trailers}\r\n` : '';
    if (chunk.length === 0) {
      line.socket.write(this.takeHead() + last, 'latin1', line.onSent);
      return;
    }
    const body = typeof chunk === 'string' && encoding === 'utf8' ? Buffer.from(chunk) : chunk;
    const { before, after } = this.frameOf(body.length);
    this.put(before, body, after + last, line.onSent);
  }

  addTrailers(trailers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(trailers)) this.trailers += `${name}: ${value}\r\n`;
  }

  destroy(): void {
    this.socket?.destroy();
  }

  /** The system has the last byte. */
  finish(): void {
    this.writableFinished = true;
    this.emit('finish');
    this.isOver = true;
    this.emit('close');
  }

  /** Whether there is still a client to write to. Throws after the end. */
  private reachesClient(): boolean {
    if (this.isEnded) throw new Error('the answer has ended');
    return this.line.socket.writable;
  }

  private takeHead(): string {
    const { head } = this;
    this.head = '';
    return head;
  }

  private frameOf(length: number): { readonly before: string; readonly after: string } {
    const head = this.takeHead();
    return this.isChunked
      ? { before: `${head}${length.toString(16)}\r\n`, after: '\r\n' }
      : { before: head, after: '' };
  }

  /** Bytes as Latin-1 text are the same bytes. */
  private put(
    before: string,
    body: Buffer | string,
    after: string,
    onSent?: AnswerLine['onSent'],
  ): boolean {
    const { socket } = this.line;
    if (typeof body === 'string' || body.length <= COPIED_BYTES) {
      const text = typeof body === 'string' ? body : body.toString('latin1');
      return socket.write(before + text + after, 'latin1', onSent);
    }
    socket.cork();
    socket.write(before, 'latin1');
    socket.write(body);
    const isTaken = socket.write(after, 'latin1', onSent);
    socket.uncork();
    return isTaken;
  }
}
