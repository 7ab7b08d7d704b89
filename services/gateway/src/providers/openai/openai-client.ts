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

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions) {
    this.endpoint = new Endpoint(options, {
      path: '/chat/completions',
      credential: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    });
    this.guard = this.endpoint.guard;
    this.errorGuard = this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    return this.endpoint.post(request, request.body, receiver);
  }
}
