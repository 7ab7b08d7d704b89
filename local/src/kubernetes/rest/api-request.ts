import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OptionsKind, WriteOptions } from '../write/write-options.ts';
import { parseWriteOptions } from '../write/write-options.ts';
import type { Form } from './negotiate.ts';

/** A request that was authenticated and taken apart. */
export interface ApiRequest {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** What the client wants to be answered. */
  readonly form: Form;
  /** Who asks. */
  readonly user: string;
  /** Warnings for the client; handlers add to it. */
  readonly warnings: string[];
}

/** How the client wants a write to be done. */
export function writeOptionsOf(request: ApiRequest, kind: OptionsKind): WriteOptions {
  return parseWriteOptions({
    query: request.query,
    kind,
    userAgent: request.raw.headers['user-agent'] ?? 'unknown',
    warn: (message) => request.warnings.push(message),
  });
}
