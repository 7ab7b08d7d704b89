import type { AddressGuard } from '@aicp/common/http/address-guard';
import { guardedRequest } from '@aicp/common/http/guarded-request';
import type { CustomFetch } from 'openid-client';

/** No discovery document, key set or token answer is longer. */
const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 10_000;

/**
 * `fetch` for addresses that an organization wrote: each connection is looked at by the guard, redirects are not followed, long answers
 * and slow ones are cut. Rejects with what node:http rejects with, or ForbiddenAddress.
 */
export const guardedFetch =
  (guard: AddressGuard): CustomFetch =>
  async (address, { method, headers, body }) => {
    const { status, ...answer } = await guardedRequest(new URL(address), {
      guard,
      method,
      headers,
      body: textOf(body),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    return toResponse(status, answer.headers, answer.body);
  };

/** The client sends forms and nothing else. */
function textOf(body: Parameters<CustomFetch>[1]['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('only forms are sent to a provider');
}

/** A Response takes no body with these. */
const WITHOUT_BODY = new Set([204, 205, 304]);

function toResponse(
  status: number,
  fields: Readonly<Record<string, string[] | undefined>>,
  body: Buffer,
): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(fields)) {
    for (const value of values) headers.append(name, value);
  }
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
}
