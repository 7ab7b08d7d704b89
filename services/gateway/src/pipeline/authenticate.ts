import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller } from '@aicp/contracts/routing/caller';
import { keyRefusal } from '@aicp/contracts/routing/key-refusal';
import type { Runtime } from '../snapshot/runtime.ts';
import { viewerOf } from '@aicp/contracts/routing/viewer-of';
import type { Exchange } from './exchange.ts';
import { invalidKey, unauthenticated, type Refusal } from './refusal.ts';

/** Stage: whose key it is. Only the key's SHA-256 is known here. */
export function authenticate(exchange: Exchange): Refusal | undefined {
  const { runtime, request, at } = exchange;
  const found = callerOf(request, runtime, at);
  if ('status' in found) return found;
  exchange.caller = found;
  exchange.viewer = viewerOf(found, runtime, at);
  exchange.note('authenticate', 'known', found.key);
  return undefined;
}

/** Whose key came with a request, or why it is refused. Says no more of a key than its holder may know. */
export function callerOf(
  request: IncomingMessage,
  runtime: Runtime,
  nowMs: number,
): Caller | Refusal {
  const secret = secretOf(request);
  if (secret === undefined) {
    return invalidKey('Send an API key: Authorization: Bearer <key>.');
  }
  const entry = runtime.keys.get(hash('sha256', secret));
  if (!entry) return invalidKey('This API key is not known here.');
  const refused = keyRefusal(entry.caller, entry.until, nowMs);
  return refused ? unauthenticated(refused) : entry.caller;
}

const SCHEME = 'Bearer ';
const BEARER = /^bearer +(\S+) *$/i;

function secretOf({ headers }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization?.startsWith(SCHEME) === true && !authorization.includes(' ', SCHEME.length)) {
    return textOf(authorization.slice(SCHEME.length));
  }
  const bearer = authorization === undefined ? null : BEARER.exec(authorization);
  return bearer?.[1] ?? textOf(headers['x-api-key']) ?? textOf(headers['api-key']);
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
