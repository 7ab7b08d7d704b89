import type { FormatName } from '../../formats/format.ts';
import { Endpoint, type EndpointOptions } from '../http1/endpoint.ts';
import type {
  CountTokens,
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';

/** The version of Anthropic's API that requests are written for, unless the Provider or the client names another. */
const VERSION = '2023-06-01';

/** Speaks Anthropic's API. */
export class AnthropicClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['messages'];
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly endpoint: Endpoint;
  /** Of the Provider; undefined where it names none. */
  private readonly betas: string | undefined;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions, apiVersion = VERSION) {
    const headers: Record<string, string> = {
      'anthropic-version': apiVersion,
      ...lowerCased(options.headers),
    };
    this.betas = headers['anthropic-beta'];
    this.endpoint = new Endpoint({ ...options, headers }, { credential });
    this.guard = this.endpoint.guard;
    this.errorGuard = this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    return this.post(request, '/messages', receiver);
  }

  /** https://docs.anthropic.com/en/api/messages-count-tokens */
  counterOf(): CountTokens {
    return (request, receiver) => this.post(request, '/messages/count_tokens', receiver);
  }

  private post(request: UpstreamRequest, path: string, receiver: UpstreamReceiver): UpstreamCall {
    const { format, body } = request;
    if (format !== 'messages') throw new TypeError(`${format} is not spoken here`);
    return this.endpoint.post(request, { path, body, headers: this.passedOf(request) }, receiver);
  }

  /** What the client sent along; betas of the Provider's hold beside the client's. */
  private passedOf({ passed }: UpstreamRequest): UpstreamRequest['passed'] {
    const asked = passed?.['anthropic-beta'];
    if (asked === undefined || this.betas === undefined) return passed;
    return { ...passed, 'anthropic-beta': `${this.betas},${asked}` };
  }
}

const credential = (apiKey: string) => ({ 'x-api-key': apiKey });

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
