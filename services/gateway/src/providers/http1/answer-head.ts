import type { UpstreamHeaders } from '../upstream/provider-client.ts';

/** The peer does not speak HTTP/1.1, or not well enough to know where its answer ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Where an answer's body ends: after so many bytes, with its last chunk, or with the connection. */
export type BodyEnd = number | 'chunked' | 'close';

/** The head of an answer. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case. What came twice is joined by a comma. */
  readonly headers: UpstreamHeaders;
  readonly bodyEnd: BodyEnd;
  /** Milliseconds that the connection may idle afterwards; 0: it is not to be used again. */
  readonly idleMs: number;
}

const STATUS_LINE = /^HTTP\/1\.[01] [0-9]{3}(?: |\r|$)/;
/** All of it in one look: a status line, then names that are tokens and values without control characters. */
const HEAD =
  /^HTTP\/1\.([01]) ([0-9]{3})(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*)*$/;
const LINE_END = '\r\n';
const LENGTH = /^[0-9]{1,15}$/;
const KEEP_ALIVE_TIMEOUT = /timeout=([0-9]{1,9})/i;

/** Connections idle no longer than this, and always shorter than the peer says that it keeps them. */
const LONGEST_IDLE_MS = 30_000;
const IDLE_MARGIN_MS = 1000;

/** Reads the text of a head, without the blank line that ends it. Throws a ProtocolError where it is none. */
export function parseHead(text: string): AnswerHead {
  const found = HEAD.exec(text);
  if (!found) {
    const part = STATUS_LINE.test(text) ? 'a header is malformed' : 'there is no status line';
    throw new ProtocolError(part);
  }
  const status = Number(found[2]);
  const headers = parseHeaders(text);
  const bodyEnd = bodyEndOf(status, headers);
  const isKept = bodyEnd !== 'close' && keepsAlive(found[1] === '1', headers);
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

type Headers = Record<string, string>;

/** The headers of a head that is well formed. */
function parseHeaders(text: string): Headers {
  const headers = Object.create(null) as Headers;
  let end = text.indexOf(LINE_END);
  while (end !== -1) {
    const start = end + LINE_END.length;
    const colon = text.indexOf(':', start);
    end = text.indexOf(LINE_END, colon);
    const name = text.slice(start, colon).toLowerCase();
    const value = text.slice(colon + 1, end === -1 ? undefined : end).trim();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

function bodyEndOf(status: number, headers: Headers): BodyEnd {
  if (status < 200 || status === 204 || status === 304) return 0;
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked') throw new ProtocolError('the encoding is unknown');
    return 'chunked';
  }
  const length = headers['content-length'];
  if (length === undefined) return 'close';
  if (!LENGTH.test(length)) throw new ProtocolError('the length is malformed');
  return Number(length);
}

/** Not after an answer that gives its length in two ways, or in chunks under 1.0: the next could begin anywhere. */
function keepsAlive(isVersion11: boolean, headers: Headers): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (isChunked && (!isVersion11 || headers['content-length'] !== undefined)) return false;
  const connection = headers.connection?.toLowerCase() ?? '';
  return isVersion11 ? !connection.includes('close') : connection.includes('keep-alive');
}

function idleMsOf(keepAlive: string | undefined): number {
  const seconds = keepAlive === undefined ? undefined : KEEP_ALIVE_TIMEOUT.exec(keepAlive)?.[1];
  if (seconds === undefined) return LONGEST_IDLE_MS;
  return Math.min(LONGEST_IDLE_MS, Math.max(0, Number(seconds) * 1000 - IDLE_MARGIN_MS));
}
