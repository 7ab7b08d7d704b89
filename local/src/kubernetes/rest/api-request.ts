import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OptionsKind, type WriteOptions, parseWriteOptions } from '../write/write-options.ts';
import type { Form } from './respond.ts';

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

/** A resource path, taken apart. '' stands for what is not there. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly plural: string;
  readonly name: string;
  readonly subresource: string;
}

/** `status` and `finalize` after a namespace are its subresources; anything else there is a collection in it. */
const PATH =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)\/(?:namespaces\/(?<namespace>[^/]+)\/(?!(?:status|finalize)$))?(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/;

/** Takes `/api/v1/…` or `/apis/<group>/<version>/…` apart; undefined where a path names no resource. No name needs escapes. */
export function parsePath(pathname: string): ResourcePath | undefined {
  const parts = PATH.exec(pathname)?.groups;
  if (!parts) return undefined;
  const {
    group = '',
    version = '',
    namespace = '',
    plural = '',
    name = '',
    subresource = '',
  } = parts;
  return { group, version, namespace, plural, name, subresource };
}
