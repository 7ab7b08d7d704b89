import { checkHeadStart, readHead, ProtocolError, type AnswerHead } from './answer-head.ts';

/** Hears of an answer as it is read. */
export interface AnswerListener {
  onHead(head: AnswerHead): void;
  /** Body bytes, without any framing; the listener may keep them. */
  onBody(bytes: Buffer): void;
}

const HEAD_END = '\r\n\r\n';
/** Bytes of an answer's heads and trailers together. */
const LARGEST_HEAD = 65_536;
const LONGEST_LINE = 4096;
const NEWLINE = 0x0a;
/** Whoever keeps a piece keeps the memory that it stands in. */
const MOST_SPARE = 8192;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?\r$/;

type State =
  'head' | 'counted' | 'until close' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'done';

/**
 * Reads answers of HTTP/1.1 from bytes as they come, one after the other. Of each read, what belongs to the body is told in one
 * piece, however many chunks it was sent in.
 */
export class AnswerParser {
  private readonly listener: AnswerListener;
  private state: State = 'head';
  /** The beginning of a head or a line whose end has not come yet. */
  private text = '';
  /** Bytes of heads and trailers so far. */
  private headBytes = 0;
  private remaining = 0;
  private excess = false;
  private body: Buffer | undefined;
  private filled = 0;

  constructor(listener: AnswerListener) {
    this.listener = listener;
  }

  /** Whether the answer is complete. */
  get isDone(): boolean {
    return this.state === 'done';
  }

  /** Whether anything of the answer has come. */
  get hasBegun(): boolean {
    return this.headBytes > 0;
  }

  /** Whether more came than the answer. It is not looked at, and what comes next on the connection is not to be trusted. */
  get hasExcess(): boolean {
    return this.excess;
  }

  /** Gets ready for the next answer on the same connection. */
  reset(): void {
    this.state = 'head';
    this.text = '';
    this.headBytes = 0;
  }

  /** Reads bytes, which may be overwritten afterwards. Throws a ProtocolError where they are no answer. */
  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.step(bytes, at);
    this.tellBody();
  }

  /** The connection is closed: whether that is how the answer ends. */
  close(): boolean {
    if (this.state === 'until close') this.state = 'done';
    return this.isDone;
  }

  /** Reads one part that begins at `at`; answers where the next begins. */
  private step(bytes: Buffer, at: number): number {
    switch (this.state) {
      case 'head':
        return this.readHead(bytes, at);
      case 'counted':
      case 'chunk':
        return this.readCounted(bytes, at);
      case 'until close':
        this.keep(bytes, at, bytes.length);
        return bytes.length;
      case 'chunk size':
      case 'chunk end':
      case 'trailers':
        return this.readLine(bytes, at);
      case 'done':
        this.excess = true;
        return bytes.length;
    }
  }

  private readHead(bytes: Buffer, at: number): number {
    const read = this.text === '' ? readHead(bytes, at) : undefined;
    if (!read) return this.readHeadInParts(bytes, at);
    this.countHead(read.end - at);
    this.begin(read.head);
    return read.end;
  }

  private readHeadInParts(bytes: Buffer, at: number): number {
    const before = this.text.length;
    this.text += bytes.toString('latin1', at);
    const end = this.text.indexOf(HEAD_END, Math.max(0, before - HEAD_END.length));
    const next = end === -1 ? bytes.length : at + end + HEAD_END.length - before;
    this.countHead(next - at);
    if (end === -1) {
      checkHeadStart(this.text, before);
      return next;
    }
    const head = Buffer.from(this.text.slice(0, end + HEAD_END.length), 'latin1');
    this.text = '';
    const read = readHead(head, 0);
    if (read) this.begin(read.head);
    return next;
  }

  private countHead(bytes: number): void {
    this.headBytes += bytes;
    if (this.headBytes > LARGEST_HEAD) throw new ProtocolError('the head is too large');
  }

  /** Heads that only say that another will follow are passed over. */
  private begin(head: AnswerHead): void {
    const { bodyEnd, status } = head;
    if (status === 101) throw new ProtocolError('nobody asked for another protocol');
    if (status < 200) return;
    if (bodyEnd === 'chunked') this.state = 'chunk size';
    else if (bodyEnd === 'close') this.state = 'until close';
    else this.state = bodyEnd === 0 ? 'done' : 'counted';
    this.remaining = typeof bodyEnd === 'number' ? bodyEnd : 0;
    this.listener.onHead(head);
  }

  private readCounted(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.remaining);
    this.keep(bytes, at, end);
    this.remaining -= end - at;
    if (this.remaining === 0) this.state = this.state === 'counted' ? 'done' : 'chunk end';
    return end;
  }

  private readLine(bytes: Buffer, at: number): number {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    this.text += bytes.toString('latin1', at, end);
    if (this.text.length > LONGEST_LINE) throw new ProtocolError('a line is too long');
    if (newline === -1) return end;
    const line = this.text;
    this.text = '';
    this.state = this.afterLine(line);
    return newline + 1;
  }

  private afterLine(line: string): State {
    if (this.state === 'trailers') return this.afterTrailer(line);
    if (this.state === 'chunk end') {
      if (line !== '\r') throw new ProtocolError('a chunk is longer than it says');
      return 'chunk size';
    }
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) throw new ProtocolError('the size of a chunk is malformed');
    this.remaining = Number.parseInt(size, 16);
    return this.remaining === 0 ? 'trailers' : 'chunk';
  }

  private afterTrailer(line: string): State {
    this.countHead(line.length);
    if (!line.endsWith('\r')) throw new ProtocolError('a trailer is malformed');
    return line === '\r' ? 'done' : 'trailers';
  }

  /** Copies body bytes: what was read into is read into again. */
  private keep(bytes: Buffer, start: number, end: number): void {
    this.body ??= Buffer.allocUnsafe(bytes.length - start);
    bytes.copy(this.body, this.filled, start, end);
    this.filled += end - start;
  }

  private tellBody(): void {
    const { body, filled } = this;
    if (!body || filled === 0) return;
    this.body = undefined;
    this.filled = 0;
    const isFull = filled === body.length;
    this.listener.onBody(isFull ? body : fitted(body, filled));
  }
}

/** The beginning of a body's memory: as it is, or as a copy where chunks of few bytes would leave much of it unused. */
const fitted = (body: Buffer, filled: number): Buffer =>
  body.length - filled > MOST_SPARE
    ? Buffer.from(body.subarray(0, filled))
    : body.subarray(0, filled);
