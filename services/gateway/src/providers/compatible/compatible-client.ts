import type { FormatName } from '../../formats/format.ts';
import type { EndpointOptions } from '../http1/endpoint.ts';
import { OpenAiClient } from '../openai/openai-client.ts';
import { lossFault } from '../translated/loss-fault.ts';
import { LossyCall } from '../translated/lossy-call.ts';
import { RefusedCall } from '../translated/refused-call.ts';
import type {
  ChatExtra,
  ProviderClient,
  UpstreamCall,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';
import { closedFaultOf } from './closed-members.ts';
import type { Dialect, EmbeddingsDialect } from './dialect.ts';
import { inDialect } from './in-dialect.ts';
import { ContinuedText } from './answers/continued-text.ts';
import { RewrittenAnswer, type Rewrite } from './answers/rewritten-answer.ts';
import { withThoughtsApart } from './answers/thinking-parts.ts';
import { asksForBase64, inBase64 } from './answers/vectors-in-base64.ts';

const CHAT_AND_EMBEDDINGS: readonly FormatName[] = ['chat', 'embeddings'];

/** Speaks OpenAI's API as a vendor has it. */
export class CompatibleClient implements ProviderClient {
  readonly speaks: readonly FormatName[];
  readonly takes: readonly ChatExtra[];
  readonly guard: SecretGuard;
  readonly errorGuard: SecretGuard;
  private readonly dialect: Dialect;
  private readonly openAi: OpenAiClient;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: EndpointOptions, dialect: Dialect) {
    this.dialect = dialect;
    this.openAi = new OpenAiClient(options);
    this.speaks = dialect.speaks ?? CHAT_AND_EMBEDDINGS;
    this.takes = dialect.takes ?? [];
    this.guard = this.openAi.guard;
    this.errorGuard = this.openAi.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const dialect = this.dialectOf(request);
    if (!dialect) return this.sendAsItIs(request, receiver);
    const { body, dropped, cannot, begun } = inDialect(request.body, dialect, request.model);
    const fault = cannot ? unsupported(cannot) : lossFault(request, dropped);
    if (fault) return new RefusedCall(fault, { receiver, client: undefined });
    const asked = body === request.body ? request : { ...request, body };
    const call = this.ask(asked, receiver, rewritesOf(request, dialect, begun));
    return dropped.length === 0 ? call : new LossyCall(call, dropped);
  }

  private sendAsItIs(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const { closed } = this.dialect;
    const closedTo = closed && closedFaultOf(request.body, closed);
    if (!closedTo) return this.openAi.send(request, receiver);
    return new RefusedCall(unsupported(closedTo), { receiver, client: undefined });
  }

  /** How requests of this kind differ; undefined: not at all. */
  private dialectOf({ format }: UpstreamRequest): (Dialect & EmbeddingsDialect) | undefined {
    const { embeddings, closed = {} } = this.dialect;
    if (format === 'chat') return this.dialect;
    return format === 'embeddings' && embeddings ? { ...embeddings, closed } : undefined;
  }

  private ask(
    request: UpstreamRequest,
    receiver: UpstreamReceiver,
    rewrites: readonly Rewrite[],
  ): UpstreamCall {
    if (rewrites.length === 0) return this.openAi.send(request, receiver);
    const rewrite: Rewrite = (json) => rewrites.reduce((written, one) => one(written), json);
    const heard = new RewrittenAnswer(receiver, { isStream: request.stream, rewrite });
    heard.call = this.openAi.send(request, heard);
    return heard.call;
  }
}

const unsupported = (fault: { readonly message: string; readonly param: string }) => ({
  ...fault,
  ...{ type: 'invalid_request_error', code: 'unsupported' },
});

/** What has to become of an answer before it is one of OpenAI's, in this order. */
function rewritesOf(
  { format, body }: UpstreamRequest,
  { thinksInParts, passesOverBase64 }: Dialect & EmbeddingsDialect,
  begun: string | undefined,
): Rewrite[] {
  if (format === 'embeddings')
    return passesOverBase64 === true && asksForBase64(body) ? [inBase64] : [];
  const thoughts = thinksInParts === true ? [withThoughtsApart] : [];
  if (begun === undefined) return thoughts;
  const continued = new ContinuedText(begun);
  return [...thoughts, (json) => continued.without(json)];
}
