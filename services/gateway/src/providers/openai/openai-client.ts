import type { Pool } from 'undici';
import { PoolCall } from '../pool-call.ts';
import type {
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../provider-client.ts';

/** Where and how an OpenAI API is spoken to. */
export interface OpenAiEndpoint {
  readonly pool: Pool;
  /** Path of the base address, without a trailing slash: `/v1`. */
  readonly basePath: string;
  readonly apiKey: string | undefined;
  /** Added to every request. They may replace ours, but not the credential that we were given. */
  readonly headers: Readonly<Record<string, string>>;
}

const OWN_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'ai-control-plane',
};

/** Speaks OpenAI's API, or one like it. Of the client's request only the body, the request id and the trace go on. */
export class OpenAiClient implements ProviderClient {
  readonly secret: string | undefined;
  private readonly pool: Pool;
  private readonly path: string;
  private readonly headers: readonly string[];

  constructor({ pool, basePath, apiKey, headers }: OpenAiEndpoint) {
    this.secret = apiKey;
    this.pool = pool;
    this.path = `${basePath}/chat/completions`;
    this.headers = Object.entries({
      ...OWN_HEADERS,
      ...lowerCased(headers),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    }).flat();
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const call = new PoolCall(receiver);
    this.pool.dispatch(
      {
        path: this.path,
        method: 'POST',
        headers: [...this.headers, 'x-request-id', request.requestId, ...request.trace],
        body: request.body,
        headersTimeout: request.timeoutMs,
        bodyTimeout: request.timeoutMs,
      },
      call,
    );
    return call;
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
