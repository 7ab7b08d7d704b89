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
import { bareName, wholeToCount } from './count-body.ts';

/** Speaks Google's Gemini API (https://ai.google.dev/api). */
export class GeminiClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['gemini', 'gemini-embed', 'gemini-embed-batch'];
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly endpoint: Endpoint;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions) {
    this.endpoint = new Endpoint(options, { credential });
    this.guard = this.endpoint.guard;
    this.errorGuard = this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const path = `/models/${modelName(request.model)}${methodOf(request)}`;
    return this.endpoint.post(request, { path, body: request.body }, receiver);
  }

  /** https://ai.google.dev/api/tokens#method:-models.counttokens */
  counterOf(model: string): CountTokens {
    const path = `/models/${modelName(model)}:countTokens`;
    return (request, receiver) =>
      this.endpoint.post(request, { path, body: wholeToCount(request) }, receiver);
  }
}

const credential = (apiKey: string) => ({ 'x-goog-api-key': apiKey });

/** A model as it stands in a path: `gemini-3-pro`, also where it is written as `models/gemini-3-pro`. */
export const modelName = (model: string): string => encodeURIComponent(bareName(model));

/** What Google is asked to do with a model, with its query. Streams come as events only where that is asked for. */
export function methodOf({ format, stream }: Pick<UpstreamRequest, 'format' | 'stream'>): string {
  const method = EMBEDDING_METHODS[format];
  if (method !== undefined) return method;
  return stream ? ':streamGenerateContent?alt=sse' : ':generateContent';
}

const EMBEDDING_METHODS: Partial<Record<FormatName, string>> = {
  'gemini-embed': ':embedContent',
  'gemini-embed-batch': ':batchEmbedContents',
};
