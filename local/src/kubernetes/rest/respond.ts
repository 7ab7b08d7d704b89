import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../objects/object.ts';
import { ApiError } from '../objects/status.ts';
import { DiskFull } from '../store/database.ts';
import { JSON_TYPE } from './read-body.ts';

/** An answer. A string is the body as it stands. */
export interface Reply {
  readonly status: number;
  readonly body: JsonObject | string;
  readonly contentType?: string;
}

/** A text for an HTTP Warning header: agent 299, quoted, on one line. */
const warningHeader = (text: string): string =>
  `299 - ${JSON.stringify(text).replace(/[^\x20-\x7e]/g, ' ')}`;

export function send(response: ServerResponse, reply: Reply, warnings: readonly string[]): void {
  const { status, body, contentType = JSON_TYPE } = reply;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (warnings.length > 0) response.setHeader('Warning', warnings.map(warningHeader));
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-cache, private',
  });
  response.end(text);
}

/** A short text, as health checks and unknown paths are answered. */
export const plainText = (status: number, body: string): Reply => ({
  status,
  body,
  contentType: 'text/plain; charset=utf-8',
});

/** The answer for an error. What is no ApiError is a fault of ours and says nothing of the inside. */
export function errorReply(error: unknown): Reply {
  const known = knownError(error);
  return { status: known.code, body: known.toStatus() };
}

function knownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // The log stands on the same disk.
  if (error instanceof DiskFull) return new ApiError(507, 'InsufficientStorage', error.message);
  return new ApiError(500, 'InternalError', 'Internal error occurred: the log has the details');
}

/** What a client wants to be answered. */
export type Form = 'object' | 'table';

function parseAccept(accept: string): Record<string, string>[] {
  return accept.split(',').map((range) => {
    const [type = '', ...rest] = range.split(';').map((part) => part.trim());
    return { type, ...(Object.fromEntries(rest.map((part) => part.split('='))) as object) };
  });
}

/** Reads `Accept`. Throws a 406 where nothing that can be answered is asked for. */
export function negotiate(accept = '*/*'): Form {
  for (const { type = '', as, v } of parseAccept(accept)) {
    if (![JSON_TYPE, 'application/*', '*/*'].includes(type)) continue;
    if (as === 'Table' && v === 'v1') return 'table';
    if (as === undefined) return 'object';
  }
  const message = `only the following media types are accepted: ${JSON_TYPE}`;
  throw new ApiError(406, 'NotAcceptable', message);
}

/** Whether `Accept` asks for discovery documents in their aggregated form. */
export const wantsAggregated = (accept = ''): boolean =>
  parseAccept(accept).some(({ as, v }) => as === 'APIGroupDiscoveryList' && v === 'v2');
