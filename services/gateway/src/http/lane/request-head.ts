import type { IncomingHttpHeaders } from 'node:http';

/** A request's head that is as plain as nearly all are. */
export interface PlainHead {
  /** What the request asks for, as it stands in the first line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes of the body. */
  readonly bodyLength: number;
  /** Where the body begins. */
  readonly end: number;
}

/** A longer head is not plain. */
const LONGEST_HEAD = 8192;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const BEGIN = 'POST ';
const VERSION = ' HTTP/1.1';
/** Each header a line: a name of letters, digits and dashes, a value of visible ASCII with spaces inside. */
const LINES = /^(?:[a-zA-Z0-9-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?\r\n)+$/;
const LENGTH = /^[1-9][0-9]{0,9}$/;

/**
 * Reads the head of a request to one of `targets` from bytes that begin with it. Undefined unless all of the head is there and there is
 * one way only to understand it: HTTP/1.1, each header once, a length in digits, and nothing that changes how the connection goes on.
 */
export function plainHead(
  bytes: Buffer,
  targets: Pick<ReadonlyMap<string, unknown>, 'has'>,
): PlainHead | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0 || end > LONGEST_HEAD) return undefined;
  const text = bytes.toString('latin1', 0, end + 2);
  const firstLine = text.indexOf('\r\n');
  if (!text.startsWith(BEGIN) || !text.endsWith(VERSION, firstLine)) return undefined;
  const target = text.slice(BEGIN.length, firstLine - VERSION.length);
  const lines = text.slice(firstLine + 2);
  if (!targets.has(target) || !LINES.test(lines)) return undefined;
  const headers = headersOf(lines);
  if (!headers || !isPlain(headers)) return undefined;
  return { target, headers, bodyLength: Number(headers['content-length']), end: end + 4 };
}

/** Headers by name in lower case; undefined where one is there twice. */
function headersOf(lines: string): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {};
  for (let at = 0; at < lines.length;) {
    const colon = lines.indexOf(':', at);
    const lineEnd = lines.indexOf('\r\n', colon);
    const name = lines.slice(at, colon).toLowerCase();
    if (headers[name] !== undefined) return undefined;
    const valueAt = lines.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    headers[name] = lines.slice(valueAt, lineEnd);
    at = lineEnd + 2;
  }
  return headers;
}

const SPACE = 0x20;
const KEPT = /^keep-alive$/i;

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { connection } = headers;
  return (
    headers.host !== undefined &&
    LENGTH.test(headers['content-length'] ?? '') &&
    (connection === undefined || KEPT.test(connection)) &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined &&
    headers['proxy-connection'] === undefined &&
    // Node makes a list of it.
    headers['set-cookie'] === undefined
  );
}
