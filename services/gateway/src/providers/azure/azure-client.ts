import type { Clock } from '@aicp/common/time/clock';
import type { FormatName } from '../../formats/format.ts';
import { Endpoint, type EndpointOptions } from '../http1/endpoint.ts';
import { Renewed } from '../tokens/renewed.ts';
import { byToken, openedByToken } from '../tokens/by-token.ts';
import type { WebSocket } from 'ws';
import type {
  BatchTraits,
  FileTraits,
  ProviderClient,
  ResourceRequest,
  SessionRequest,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';
import { typeHeader } from '../openai/openai-client.ts';
import { RefusedCall } from '../translated/refused-call.ts';
import {
  azureAddress,
  azureBatchUrl,
  azurePath,
  azureResource,
  azureSessionPath,
  hasResponses,
} from './azure-path.ts';
import { sourceFault } from './data-sources.ts';
import type { TokenSource } from './entra-token.ts';

export interface AzureOptions extends EndpointOptions {
  /** Of Azure's API; absent: its version 1. */
  readonly apiVersion: string | undefined;
  /** Where there is no API key: who gives tokens; absent: nobody. */
  readonly tokens?: TokenSource | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** What every version of its API has, the best for what is translated first. */
const SPEAKS: readonly FormatName[] = [
  ...(['chat', 'embeddings', 'images', 'speech'] as const),
  ...(['transcriptions', 'translations', 'image-edits', 'realtime'] as const),
];

/** Speaks OpenAI's API as Azure serves it: by deployments, with Azure's keys or Entra ID's tokens. */
export class AzureClient implements ProviderClient {
  readonly speaks: readonly FormatName[];
  readonly batches: BatchTraits = {
    urlOf: (endpoint) => azureBatchUrl(endpoint, this.options.apiVersion),
    processesFiles: true,
  };
  /** Azure's "Responses API" has what is read in requests uploaded so, and refuses `user_data`. */
  readonly files: FileTraits = { purposes: new Map([['user_data', 'assistants']]) };
  private readonly options: AzureOptions;
  private readonly tokens: Renewed<string> | undefined;
  /** With the token that was got last. */
  private endpoint: Endpoint;
  private token: string | undefined;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: AzureOptions) {
    const { tokens, clock } = options;
    this.options = { ...options, baseUrl: azureAddress(options.baseUrl) };
    this.speaks = hasResponses(options.apiVersion) ? [...SPEAKS, 'responses'] : SPEAKS;
    this.tokens = tokens && new Renewed({ obtain: tokens, clock });
    this.endpoint = new Endpoint(this.options, { credential: key });
  }

  get guard(): SecretGuard {
    return this.endpoint.guard;
  }

  get errorGuard(): SecretGuard {
    return this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const fault = request.format === 'chat' ? sourceFault(request.body) : undefined;
    if (fault !== undefined)
      return new RefusedCall(refusal(fault), { receiver, client: undefined });
    const posting = {
      path: azurePath(request, this.options.apiVersion),
      body: request.body,
      headers: typeHeader(request),
    };
    return this.by(receiver, (endpoint, over) => endpoint.post(request, posting, over));
  }

  askFor(request: ResourceRequest, receiver: UpstreamReceiver): UpstreamCall {
    const asked = { ...request, path: azureResource(request.path, this.options.apiVersion) };
    return this.by(receiver, (endpoint, over) => endpoint.askFor(asked, over));
  }

  /** Sends something by an endpoint with the token that holds now, where tokens are taken. */
  private by(
    receiver: UpstreamReceiver,
    send: (endpoint: Endpoint, receiver: UpstreamReceiver) => UpstreamCall,
  ): UpstreamCall {
    const { tokens } = this;
    if (!tokens) return send(this.endpoint, receiver);
    return byToken(tokens, receiver, (token, over) => send(this.endpointWith(token), over));
  }

  readonly openSession = async (request: SessionRequest): Promise<WebSocket> => {
    const { tokens } = this;
    const path = azureSessionPath(request.model, this.options.apiVersion);
    if (!tokens) return await this.endpoint.openSession(request, path);
    return await openedByToken(tokens, (token) =>
      this.endpointWith(token).openSession(request, path),
    );
  };

  /** It also takes the token out of whatever is told of an answer. */
  private endpointWith(token: string): Endpoint {
    if (token !== this.token) {
      this.token = token;
      this.endpoint = new Endpoint({ ...this.options, apiKey: token }, { credential: bearer });
    }
    return this.endpoint;
  }
}

const refusal = (message: string) => ({
  ...{ message, param: 'data_sources', type: 'invalid_request_error', code: 'unsupported' },
});

const key = (apiKey: string) => ({ 'api-key': apiKey });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
