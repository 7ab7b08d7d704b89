import type { FormatName } from '../../formats/format.ts';
import { isByEmbedContent } from '../../formats/documents/embeddings/vertex-embeddings.ts';
import { partToCount } from '../gemini/count-body.ts';
import { methodOf, modelName } from '../gemini/gemini-client.ts';
import { cloudBetas, headerOf, refusedBetas, tellingDropped } from '../anthropic/betas.ts';
import { cloudBody } from '../anthropic/cloud-body.ts';
import { Endpoint, type EndpointOptions, type Posting } from '../http1/endpoint.ts';
import { byToken } from '../tokens/by-token.ts';
import type {
  CountTokens,
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';

/** Hands out tokens of the credential: `Renewed`. */
export interface Tokens {
  /** Rejects with an `UpstreamError`, of the credential where that is refused. */
  get(): Promise<string>;
  /** The token is refused. */
  forget(token: string): void;
}

export interface VertexOptions extends EndpointOptions {
  /** What stands before a model in a path. */
  readonly prefix: string;
  /** Absent: `apiKey` is sent, where there is one. */
  readonly tokens?: Tokens | undefined;
}

interface Guards {
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
}

/** What Anthropic's models are called, with the date behind an `@`. */
const CLAUDE = /^(?:publishers\/anthropic\/models\/)?claude-/;
const GOOGLE = '/publishers/google/';
const CLAUDE_MANNER = { version: 'vertex-2023-10-16', without: ['model'] };
/** What counts is a model of its own, so that the body names the one that it counts for (https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/count-tokens). */
const COUNTER = 'count-tokens:rawPredict';

/** A model of Anthropic's as a body names it. */
const claudeName = (model: string): string => model.replace('publishers/anthropic/models/', '');

/** What Claude is asked by (https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude). */
function claudePath({ model, stream }: UpstreamRequest): string {
  const name = encodeURIComponent(claudeName(model));
  return `${name.replace('%40', '@')}:${stream ? 'streamRawPredict' : 'rawPredict'}`;
}

/** What Google is asked to do there with a model, with its query. */
function methodAt(request: UpstreamRequest): string {
  if (request.format !== 'vertex-embed') return methodOf(request);
  return isByEmbedContent(request.model) ? ':embedContent' : ':predict';
}

/** The tokens that answers may hold: an answer may come that was asked for with the one before. */
const TOKENS_KNOWN = 2;

/** Speaks Google's generateContent, and predict and embedContent of its embedding models, as Vertex AI has them, and Anthropic's API to Claude there. */
export class VertexClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['gemini', 'messages', 'vertex-embed'];
  private readonly endpoint: Endpoint;
  private readonly prefix: string;
  private readonly tokens: Tokens | undefined;
  /** Of the Provider; undefined where it names none. */
  private readonly betas: string | undefined;
  private sent: readonly string[] = [];
  private guards: Guards;

  /** Throws a TypeError where a header, or the API key, holds what no header may. */
  constructor({ prefix, tokens, ...options }: VertexOptions) {
    this.endpoint = new Endpoint(options, {
      credential: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    });
    this.prefix = prefix;
    this.betas = headerOf(options.headers, 'anthropic-beta');
    this.tokens = tokens;
    this.guards = this.endpoint;
  }

  get guard(): SecretGuard {
    return this.guards.guard;
  }

  get errorGuard(): SecretGuard {
    return this.guards.errorGuard;
  }

  speaksOf(model: string): readonly FormatName[] {
    return CLAUDE.test(model) ? ['messages'] : ['gemini', 'vertex-embed'];
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    if (request.format !== 'messages') {
      const path = `${this.prefix}${modelName(request.model)}${methodAt(request)}`;
      return this.post(request, { path, body: request.body }, receiver);
    }
    const body = cloudBody(request.body, CLAUDE_MANNER);
    return this.postToClaude(request, { path: claudePath(request), body }, receiver);
  }

  counterOf(model: string): CountTokens {
    if (CLAUDE.test(model)) return (request, receiver) => this.countClaude(request, receiver);
    const path = `${this.prefix}${modelName(model)}:countTokens`;
    return (request, receiver) =>
      this.post(request, { path, body: partToCount(request) }, receiver);
  }

  private countClaude(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const members = { model: claudeName(request.model) };
    const body = cloudBody(request.body, { ...CLAUDE_MANNER, members });
    return this.postToClaude(request, { path: COUNTER, body }, receiver);
  }

  /** `path`: below that of Anthropic's models. */
  private postToClaude(
    request: UpstreamRequest,
    { path, body }: Posting,
    receiver: UpstreamReceiver,
  ): UpstreamCall {
    const betas = cloudBetas(this.betas, request);
    const refused = refusedBetas(request, betas, receiver);
    if (refused) return refused;
    const posting = {
      path: `${this.prefix.replace(GOOGLE, '/publishers/anthropic/')}${path}`,
      body,
      headers: betas.sent.length > 0 ? { 'anthropic-beta': betas.sent.join(',') } : {},
    };
    return tellingDropped(this.post(request, posting, receiver), betas);
  }

  private post(
    request: UpstreamRequest,
    posting: Posting,
    receiver: UpstreamReceiver,
  ): UpstreamCall {
    const { endpoint, tokens } = this;
    if (!tokens) return endpoint.post(request, posting, receiver);
    return byToken(tokens, receiver, (token, over) => {
      this.know(token);
      const headers = { ...posting.headers, authorization: `Bearer ${token}` };
      return endpoint.post(request, { ...posting, headers }, over);
    });
  }

  private know(token: string): void {
    if (this.sent.includes(token)) return;
    this.sent = [token, ...this.sent].slice(0, TOKENS_KNOWN);
    this.guards = this.endpoint.guardsKnowing(this.sent);
  }
}
