import type { FormatName } from '../../formats/format.ts';
import { methodOf, modelName } from '../gemini/gemini-client.ts';
import { Endpoint, type EndpointOptions } from '../http1/endpoint.ts';
import { byToken } from '../tokens/by-token.ts';
import type {
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

/** The tokens that answers may hold: an answer may come that was asked for with the one before. */
const TOKENS_KNOWN = 2;

/** Speaks Google's generateContent as Vertex AI has it. */
export class VertexClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['gemini'];
  private readonly endpoint: Endpoint;
  private readonly prefix: string;
  private readonly tokens: Tokens | undefined;
  private sent: readonly string[] = [];
  private guards: Guards;

  /** Throws a TypeError where a header, or the API key, holds what no header may. */
  constructor({ prefix, tokens, ...options }: VertexOptions) {
    this.endpoint = new Endpoint(options, {
      credential: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    });
    this.prefix = prefix;
    this.tokens = tokens;
    this.guards = this.endpoint;
  }

  get guard(): SecretGuard {
    return this.guards.guard;
  }

  get errorGuard(): SecretGuard {
    return this.guards.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { endpoint, tokens, prefix } = this;
    const path = `${prefix}${modelName(request.model)}${methodOf(request)}`;
    const { body } = request;
    if (!tokens) return endpoint.post(request, { path, body }, receiver);
    return byToken(tokens, receiver, (token, over) => {
      this.know(token);
      const headers = { authorization: `Bearer ${token}` };
      return endpoint.post(request, { path, body, headers }, over);
    });
  }

  private know(token: string): void {
    if (this.sent.includes(token)) return;
    this.sent = [token, ...this.sent].slice(0, TOKENS_KNOWN);
    this.guards = this.endpoint.guardsKnowing(this.sent);
  }
}
