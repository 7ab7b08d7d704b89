import type { FormatName } from '../../formats/format.ts';
import { Endpoint, type EndpointOptions } from '../http1/endpoint.ts';
import type { WebSocket } from 'ws';
import type {
  ProviderClient,
  ResourceRequest,
  SessionRequest,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';

/** Where requests of each API are posted, below the address. */
const PATHS: Partial<Record<FormatName, string>> = {
  chat: '/chat/completions',
  responses: '/responses',
  completions: '/completions',
  embeddings: '/embeddings',
  moderations: '/moderations',
  rerank: '/rerank',
  images: '/images/generations',
  speech: '/audio/speech',
  transcriptions: '/audio/transcriptions',
  translations: '/audio/translations',
  'image-edits': '/images/edits',
  'image-variations': '/images/variations',
};

const TEXTS = ['chat', 'embeddings', 'completions', 'moderations'] as const;
const MEDIA = [
  ...(['images', 'speech', 'transcriptions', 'translations'] as const),
  ...(['image-edits', 'image-variations'] as const),
];
/** What OpenAI speaks itself, in the order in which it is chosen. */
export const OPENAI_SPEAKS: readonly FormatName[] = [...TEXTS, ...MEDIA, 'responses', 'realtime'];
/** What others may speak whose API is like OpenAI's: many order documents, which OpenAI does not. */
const LIKE_OPENAI: readonly FormatName[] = [...TEXTS, 'rerank', ...MEDIA, 'realtime'];

/** Speaks OpenAI's API, or one like it. */
export class OpenAiClient implements ProviderClient {
  readonly speaks: readonly FormatName[];
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly endpoint: Endpoint;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions, speaks = LIKE_OPENAI) {
    this.speaks = speaks;
    this.endpoint = new Endpoint(options, { credential });
    this.guard = this.endpoint.guard;
    this.errorGuard = this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const path = PATHS[request.format];
    if (path === undefined) throw new TypeError(`${request.format} is not spoken here`);
    const { body } = request;
    return this.endpoint.post(request, { path, body, headers: typeHeader(request) }, receiver);
  }

  askFor(request: ResourceRequest, receiver: UpstreamReceiver): UpstreamCall {
    return this.endpoint.askFor(request, receiver);
  }
  /** Realtime sessions are opened where the model stands in the query (OpenAI's "Realtime API with WebSocket"). */
  readonly openSession = async (request: SessionRequest): Promise<WebSocket> =>
    await this.endpoint.openSession(
      request,
      `/realtime?model=${encodeURIComponent(request.model)}`,
    );
}

/** What the body is, where it is no JSON. */
export const typeHeader = ({ contentType }: Pick<UpstreamRequest, 'contentType'>) =>
  contentType === undefined ? undefined : { 'content-type': contentType };

const credential = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
