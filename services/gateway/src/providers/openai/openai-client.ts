import { Endpoint, type EndpointOptions } from '../http1/endpoint.ts';
import type {
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';

/** Speaks OpenAI's API, or one like it. */
export class OpenAiClient implements ProviderClient {
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly endpoint: Endpoint;
  private readonly embeddings: Endpoint;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions) {
    this.endpoint = new Endpoint(options, { path: '/chat/completions', credential });
    this.embeddings = new Endpoint(options, { path: '/embeddings', credential });
    this.guard = this.endpoint.guard;
    this.errorGuard = this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    return this.endpoint.post(request, request.body, receiver);
  }

  embed(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    return this.embeddings.post(request, request.body, receiver);
  }
}

const credential = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
