import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { BodySink, ClientRequest, CollectableRequest } from '../../client/client.ts';

/** A browser can send no header: its key stands among the subprotocols, as OpenAI has it. */
const KEY_PROTOCOL = 'openai-insecure-api-key.';
const BETA_PROTOCOL = 'openai-beta.realtime-v1';
const BETA = 'realtime=v1';

/** The request that opens a session, as the stages read it: with the key of a browser in its header. It has no body. */
export class SessionRequestHead extends EventEmitter implements CollectableRequest {
  readonly method = 'GET';
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly readableLength = 0;
  /** Nothing comes. */
  sink: BodySink | undefined;
  private readonly request: Pick<ClientRequest, 'destroyed' | 'destroy'>;

  constructor(
    request: Pick<ClientRequest, 'url' | 'headers' | 'destroyed' | 'destroy'>,
    more: IncomingHttpHeaders = {},
  ) {
    super();
    this.request = request;
    this.url = request.url;
    this.headers = { ...withKey(request.headers), ...more };
  }

  get destroyed(): boolean {
    return this.request.destroyed;
  }

  destroy(): unknown {
    return this.request.destroy();
  }
}

/** The same, as if it asked for another model: the one that wrote down what was said in the session. */
export const headFor = (model: string, head: SessionRequestHead): SessionRequestHead =>
  new SessionRequestHead({
    url: `/v1/realtime?${new URLSearchParams({ model }).toString()}`,
    headers: head.headers,
    get destroyed() {
      return head.destroyed;
    },
    destroy: () => head.destroy(),
  });

/** The header by which a client asks for OpenAI's API of before general availability; none where it does not. */
export function betaHeaderOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const asked = String(headers['openai-beta'] ?? '').split(',');
  return asked.some((one) => one.trim() === BETA) ? { 'openai-beta': BETA } : {};
}

/** Headers of its own come first. A length is that of requests. */
function withKey(sent: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-length': _length, 'sec-websocket-protocol': _protocols, ...headers } = sent;
  const protocols = protocolsOf(sent);
  const key = protocols.find((name) => name.startsWith(KEY_PROTOCOL));
  if (protocols.includes(BETA_PROTOCOL)) headers['openai-beta'] = BETA;
  if (key === undefined || headers.authorization !== undefined || headers['api-key'] !== undefined)
    return headers;
  return { ...headers, authorization: `Bearer ${key.slice(KEY_PROTOCOL.length)}` };
}

const protocolsOf = ({ 'sec-websocket-protocol': sent = '' }: IncomingHttpHeaders): string[] =>
  sent.split(',').map((name) => name.trim());
