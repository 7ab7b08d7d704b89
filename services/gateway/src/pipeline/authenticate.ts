import type { ClientRequest } from '../client/client.ts';
import { ASSERTION_PREFIX, type Use } from '@aicp/contracts/delegation/assertion';
import type { Delegations } from '../delegation/delegations.ts';
import { hash } from 'node:crypto';
import {
  KEY_CHALLENGE,
  keyNotKnown,
  keyRefusal,
  noKeySent,
} from '@aicp/contracts/routing/key-refusal';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { RoutingRefusal } from '@aicp/contracts/routing/refusal';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { Runtime } from '../routing/runtime.ts';
import { toRefusal, type Refusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

const knowing = (use: Use | undefined): Stage<'arrived', 'authenticated'> => ({
  name: 'authenticate',
  from: 'arrived',
  to: 'authenticated',
  hasEffects: false,
  run({ exchange }, flow) {
    const { runtime, request, at, gateway } = exchange;
    const { delegations } = gateway;
    const principal = principalOf(request, runtime, at, use && { delegations, use });
    if ('status' in principal) {
      flow.refuse(principal);
      return;
    }
    const entitlement = entitlementOf(principal, runtime, at);
    exchange.note('authenticate', 'known', principal.key);
    flow.pass({ phase: 'authenticated', exchange, principal, entitlement });
  },
});

/** Stage: who sends the request. Only the SHA-256 of a key is known here. */
export const authenticate = knowing('model');

/** Stage: the same, where nobody asks for somebody else: what vouches for that is good for one request. */
export const authenticateHolder = knowing(undefined);

/**
 * Who sends a request, or why it is refused. Says no more of a key than its holder may know. Without `delegated`, nobody sends one for somebody else.
 */
export function principalOf(
  request: ClientRequest,
  runtime: Runtime,
  nowMs: number,
  delegated?: { readonly delegations: Delegations | undefined; readonly use: Use },
): Principal | Refusal {
  const secret = secretOf(request);
  // Keys begin otherwise.
  const found =
    delegated?.delegations && secret?.startsWith(ASSERTION_PREFIX) === true
      ? delegated.delegations.principalOf(secret, { runtime, nowMs, use: delegated.use })
      : holderOf(secret, runtime, nowMs);
  return 'status' in found ? toRefusal(found, KEY_CHALLENGE) : found;
}

function holderOf(
  secret: string | undefined,
  { keys }: Runtime,
  nowMs: number,
): Principal | RoutingRefusal {
  if (secret === undefined) return noKeySent();
  const entry = keys.get(hash('sha256', secret));
  if (!entry) return keyNotKnown();
  return keyRefusal(entry.principal, entry.until, nowMs) ?? entry.principal;
}

const SCHEME = 'Bearer ';
const BEARER = /^bearer +(\S+) *$/i;

function secretOf({ headers, url }: ClientRequest): string | undefined {
  const { authorization } = headers;
  if (authorization?.startsWith(SCHEME) === true && !authorization.includes(' ', SCHEME.length)) {
    return textOf(authorization.slice(SCHEME.length));
  }
  const bearer = authorization === undefined ? null : BEARER.exec(authorization);
  return bearer?.[1] ?? keyOf(headers) ?? queryKeyOf(url);
}

/** Where clients of Anthropic's API, Azure's and Google's send their keys. */
const KEY_HEADERS = ['x-api-key', 'api-key', 'x-goog-api-key'];

const keyOf = (headers: ClientRequest['headers']): string | undefined =>
  KEY_HEADERS.map((name) => textOf(headers[name])).find((key) => key !== undefined);

/** Google's examples send the key in the query. Nothing of a query is ever written down here; proxies before the gateway may do so. */
function queryKeyOf(url: string | undefined): string | undefined {
  const query = url?.startsWith('/v1beta/') === true ? url.split('?')[1] : undefined;
  return query === undefined ? undefined : textOf(new URLSearchParams(query).get('key') ?? '');
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
