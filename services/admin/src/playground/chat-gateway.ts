import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { makeAssertion, type Delegator, type Use } from '@aicp/contracts/delegation/assertion';
import type { Clock } from '@aicp/common/time/clock';

/** One request that is sent for somebody: to a model, or to an agent. */
export interface Chat {
  readonly delegator: Delegator;
  /** Of the gateway: `/v1/chat/completions`. */
  readonly path: string;
  readonly use: Extract<Use, 'model' | 'agent'>;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** Ends it at once, also in the midst of the answer. */
  readonly signal: AbortSignal;
}

/** The gateway that chats are sent to. */
export interface ChatGateway {
  /** The head of the answer, whose body is read as fast as it is taken. Rejects where there is none. */
  send(chat: Chat): Promise<IncomingMessage>;
}

export interface ChatGatewayOptions {
  /** Of the gateway. */
  readonly url: string;
  /** What `AICP_PLAYGROUND_KEY_FILE` of the gateway holds. */
  readonly secret: () => string;
  /** PEM; absent: certificates of public authorities are taken. */
  readonly ca?: () => string;
  readonly clock: Clock;
}

/** Sends each request with a credential of its own. No connection is kept: few people chat at a time, and one that was cut carries nothing else. */
export function chatGateway({ url, secret, ca, clock }: ChatGatewayOptions): ChatGateway {
  return {
    send: ({ delegator, path, use, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const target = new URL(path, url);
        const isSecure = target.protocol === 'https:';
        const credential = makeAssertion(delegator, { secret: secret(), nowMs: clock.now(), use });
        const options = {
          method: 'POST',
          signal,
          headers: {
            ...headers,
            authorization: `Bearer ${credential}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        };
        const sent = isSecure
          ? httpsRequest(target, { ...options, agent: new HttpsAgent({ ca: ca?.() }) }, resolve)
          : httpRequest(target, { ...options, agent: new HttpAgent() }, resolve);
        sent.once('error', reject);
        sent.end(body);
      }),
  };
}
