import { request as overHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';
import type { AddressGuard } from '@aicp/common/http/address-guard';

export interface AgentRequest {
  /** Absent: whoever runs the gateway has said where it is. */
  readonly guard?: AddressGuard | undefined;
  /** PEM; absent: certificates of public authorities are taken. */
  readonly ca?: string | undefined;
  readonly headers: OutgoingHttpHeaders;
  /** JSON; absent: it is asked by GET. */
  readonly body?: string;
  /** Ends it at once, also in the midst of the answer. */
  readonly signal: AbortSignal;
}

/**
 * The head of an agent's answer, whose body is read as fast as it is taken. A guard looks at the address that is connected to; redirects are not followed. No connection
 * is kept: it would not be looked at again. Rejects with what node:http rejects with, and with a ForbiddenAddress.
 */
export function askAgent(url: URL, request: AgentRequest): Promise<IncomingMessage> {
  const { guard, ca, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    guard?.requireAllowed(url);
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const method = body === undefined ? 'GET' : 'POST';
    const sent = send(
      url,
      {
        ...{ method, headers, agent: false, signal },
        ...(guard ? { lookup: guard.lookup } : {}),
        ...(ca === undefined ? {} : { ca }),
      },
      resolve,
    );
    // Nobody asked for another protocol.
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new Error('it answered with another protocol'));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
