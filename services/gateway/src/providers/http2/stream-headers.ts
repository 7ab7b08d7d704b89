import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { UpstreamHeaders } from '../upstream/provider-client.ts';

/** Headers of a connection of HTTP/1.1, which have no meaning in HTTP/2 (RFC 9113, 8.2.2). */
const OF_CONNECTIONS = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'host'],
  ...['te', 'http2-settings', 'transfer-encoding', 'trailer'],
]);

/** The head of an HTTP/1.1 request, `POST /path HTTP/1.1` and its header lines, as HTTP/2 has it. */
export function toStreamHeaders(head: string, scheme: string): OutgoingHttpHeaders {
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const fields = lines.flatMap((text) => {
    const colon = text.indexOf(':');
    return colon === -1 ? [] : [[text.slice(0, colon), text.slice(colon + 1).trim()] as const];
  });
  const headers: OutgoingHttpHeaders = {
    ':method': method,
    ':path': path,
    ':scheme': scheme,
  };
  for (const [name, value] of fields) {
    if (name === 'host') headers[':authority'] = value;
    if (!OF_CONNECTIONS.has(name)) headers[name] = value;
  }
  return headers;
}

/** An answer's headers without those that are HTTP/2's own. */
export function fromStreamHeaders(headers: IncomingHttpHeaders): UpstreamHeaders {
  const { ':status': _, ...rest } = headers;
  return rest;
}
