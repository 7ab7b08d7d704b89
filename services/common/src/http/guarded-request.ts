import { request as overHttp, type OutgoingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';
import type { AddressGuard } from './address-guard.ts';

export interface GuardedRequest {
  readonly guard: AddressGuard;
  readonly method?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | undefined;
  /** A longer answer is cut, bytes. */
  readonly maxBytes: number;
  /** From the connection to the last byte, ms. */
  readonly timeoutMs: number;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Asks an address that somebody else wrote: the guard looks at each connection, and redirects are not followed, since they would lead
 * what is sent elsewhere. Rejects with ForbiddenAddress, or with what node:http rejects with.
 */
export async function guardedRequest(url: URL, options: GuardedRequest): Promise<GuardedAnswer> {
  const { guard, method = 'GET', headers, body, maxBytes, timeoutMs } = options;
  guard.requireAllowed(url);
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  const settings = { method, headers, lookup: guard.lookup, agent: false, signal };
  return await new Promise((resolve, reject) => {
    const sent = send(url, settings, (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes) sent.destroy(new Error('its answer is too long'));
        else chunks.push(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode = 0, headersDistinct } = answer;
        resolve({ status: statusCode, headers: headersDistinct, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
