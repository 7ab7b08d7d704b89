import type { FormatName } from '../../formats/format.ts';
import { Endpoint, type EndpointOptions } from '../http1/endpoint.ts';
import type {
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';

const PATHS: Partial<Record<FormatName, string>> = {
  cohere: '/v2/chat',
  'cohere-embed': '/v2/embed',
  rerank: '/v2/rerank',
};
/** Members of a rerank that only the first version of Cohere's API takes. */
const OF_FIRST_VERSION = ['"return_documents"', '"rank_fields"'];

/** Speaks Cohere's API (https://docs.cohere.com/reference). */
export class CohereClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['cohere', 'cohere-embed', 'rerank'];
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly endpoint: Endpoint;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions) {
    const baseUrl = withoutVersion(options.baseUrl);
    this.endpoint = new Endpoint({ ...options, baseUrl }, { credential });
    this.guard = this.endpoint.guard;
    this.errorGuard = this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { format, body } = request;
    const isOld = format === 'rerank' && OF_FIRST_VERSION.some((name) => body.includes(name));
    const path = isOld ? '/v1/rerank' : PATHS[format];
    if (path === undefined) throw new TypeError(`${format} is not spoken here`);
    return this.endpoint.post(request, { path, body }, receiver);
  }
}

const credential = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** Addresses are written with and without the version, which each path has. */
function withoutVersion(address: URL): URL {
  const base = new URL(address);
  base.pathname = base.pathname.replace(/\/v[12]\/?$/, '');
  return base;
}
