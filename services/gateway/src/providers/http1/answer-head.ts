import { HeadFields, type ReadHeaders } from './head-fields.ts';

/** The peer does not speak HTTP/1.1, or not well enough to know where its answer ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Where an answer's body ends: after so many bytes, with its last chunk, or with the connection. */
export type BodyEnd = number | 'chunked' | 'close';

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: ReadHeaders;
  readonly bodyEnd: BodyEnd;
  /** Milliseconds that the connection may idle afterwards; 0: it is not to be used again. */
  readonly idleMs: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const KEEP_ALIVE_TIMEOUT = /timeout=([0-9]{1,9})/i;

/** Connections idle no longer than this, and always shorter than the peer says that it keeps them. */
const LONGEST_IDLE_MS = 30_000;
const IDLE_MARGIN_MS = 1000;

/** A head that was read from bytes. */
export interface ReadHead {
  readonly head: AnswerHead;
  /** Where the bytes after it begin. */
  readonly end: number;
}

/** Reads the head that begins at `start`; undefined where its end has not come. Throws a ProtocolError where it is none. */
export function readHead(bytes: Buffer, start: number): ReadHead | undefined {
  const fields = new HeadFields(bytes, start);
  if (fields.read()) return { head: headOf(fields), end: fields.at };
  if (bytes.indexOf(HEAD_END, start) === -1) return undefined;
  const part = fields.hasStatus ? 'a header is malformed' : 'there is no status line';
  throw new ProtocolError(part);
}

function headOf({ status, isVersion11, headers, length }: HeadFields): AnswerHead {
  const bodyEnd = bodyEndOf(status, headers, length);
  const isKept = bodyEnd !== 'close' && keepsAlive(isVersion11, headers, length);
  return { status, headers, bodyEnd, idleMs: isKept ? idleMsOf(headers['keep-alive']) : 0 };
}

const VERSIONS = ['HTTP/1.1 ', 'HTTP/1.0 '];
const BARE_LINE_FEED = /(?<!\r)\n/g;

/**
 * Looks at a head whose end has not come, of which the first `seen` characters were looked at before. Throws a ProtocolError where no
 * more bytes can make it one, so that nobody waits for them.
 */
export function checkHeadStart(text: string, seen: number): void {
  const start = text.slice(0, VERSIONS[0]?.length);
  if (!VERSIONS.some((version) => version.startsWith(start)))
    throw new ProtocolError('there is no status line');
  BARE_LINE_FEED.lastIndex = seen;
  if (BARE_LINE_FEED.test(text)) throw new ProtocolError('a line feed stands alone');
}

function bodyEndOf(status: number, headers: ReadHeaders, length: number | undefined): BodyEnd {
  if (status < 200 || status === 204 || status === 304) return 0;
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked') throw new ProtocolError('the encoding is unknown');
    return 'chunked';
  }
  if (length === undefined) return 'close';
  if (Number.isNaN(length)) throw new ProtocolError('the length is malformed');
  return length;
}

/** Not after an answer that gives its length in two ways, or in chunks under 1.0: the next could begin anywhere. */
function keepsAlive(
  isVersion11: boolean,
  headers: ReadHeaders,
  length: number | undefined,
): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (isChunked && (!isVersion11 || length !== undefined)) return false;
  const connection = headers.connection?.toLowerCase() ?? '';
  return isVersion11 ? !connection.includes('close') : connection.includes('keep-alive');
}

function idleMsOf(keepAlive: string | undefined): number {
  const seconds = keepAlive === undefined ? undefined : KEEP_ALIVE_TIMEOUT.exec(keepAlive)?.[1];
  if (seconds === undefined) return LONGEST_IDLE_MS;
  return Math.min(LONGEST_IDLE_MS, Math.max(0, Number(seconds) * 1000 - IDLE_MARGIN_MS));
}
