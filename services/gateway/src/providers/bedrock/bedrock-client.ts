import type { Clock } from '@aicp/common/time/clock';
import type { FormatName } from '../../formats/format.ts';
import {
  cloudBetas,
  headerOf,
  refusedBetas,
  tellingDropped,
  type CloudBetas,
} from '../anthropic/betas.ts';
import { cloudBody } from '../anthropic/cloud-body.ts';
import {
  Endpoint,
  type EndpointOptions,
  type PlannedCall,
  type Posting,
} from '../http1/endpoint.ts';
import type { AwsKeys } from '../tokens/cloud-identity.ts';
import { RenewedCall } from '../tokens/renewed-call.ts';
import type {
  ProviderClient,
  UpstreamCall,
  UpstreamHeaders,
  UpstreamReceiver,
  UpstreamRequest,
} from '../upstream/provider-client.ts';
import type { AwsKeySource } from './aws-keys.ts';
import { signedHeaders } from './aws-signer.ts';
import { BedrockAnswer } from './bedrock-answer.ts';
import type { EventFrame } from './event-frames.ts';
import { eventOf, messageEventOf } from './message-event.ts';

export interface BedrockClientOptions extends Omit<EndpointOptions, 'apiKey'> {
  readonly region: string;
  /** An API key of Bedrock, or what requests are signed with. */
  readonly credential: { readonly apiKey: string } | { readonly source: AwsKeySource };
  readonly clock: Pick<Clock, 'now'>;
}

/** Speaks to Amazon Bedrock: converse, and converse-stream; to Claude also Anthropic's API, by InvokeModel. */
export class BedrockClient implements ProviderClient {
  readonly speaks: readonly FormatName[] = ['converse', 'messages'];
  private readonly options: BedrockClientOptions;
  private readonly endpoint: Endpoint;
  /** Of Anthropic's API, as the Provider names them; undefined where it names none. */
  private readonly betas: string | undefined;
  private keys: AwsKeys | undefined;

  /** Throws a TypeError where a header, or the credential, holds what no header may. */
  constructor(options: BedrockClientOptions) {
    const { credential } = options;
    this.options = options;
    this.betas = headerOf(options.headers, 'anthropic-beta');
    const isSigned = 'source' in credential;
    this.endpoint = new Endpoint(
      { ...options, apiKey: isSigned ? undefined : credential.apiKey },
      isSigned
        ? { credential: bearer, authorize: (call) => this.sign(call, credential.source) }
        : { credential: bearer },
    );
  }

  get guard(): ProviderClient['guard'] {
    return this.endpoint.guard;
  }

  get errorGuard(): ProviderClient['errorGuard'] {
    return this.endpoint.errorGuard;
  }

  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall {
    const isNative = request.format === 'messages';
    const betas = cloudBetas(this.betas, request);
    const refused = isNative ? refusedBetas(request, betas, receiver) : undefined;
    if (refused) return refused;
    const calls: UpstreamCall[] = [];
    const answer = new BedrockAnswer({
      receiver,
      eventOf: isNative ? messageEventOf : converseEventOf,
      onRefused: () => {
        this.forget();
      },
      cancel: () => {
        for (const call of calls) call.cancel();
      },
    });
    const posting = isNative ? invokeOf(request, betas) : converseOf(request);
    const call = new RenewedCall({
      receiver: answer,
      send: (over) => this.endpoint.post(request, posting, over),
      isRefused: (status, headers) => this.areOver(status, headers),
    });
    calls.push(call);
    return isNative ? tellingDropped(call, betas) : call;
  }

  speaksOf(model: string): readonly FormatName[] {
    return CLAUDE.test(model) ? this.speaks : ['converse'];
  }

  /** Whether the keys of a session are over before their time, and others can be got. */
  private areOver(status: number, headers: UpstreamHeaders): boolean {
    const { credential } = this.options;
    if (!('source' in credential) || !credential.source.renews) return false;
    const type = String(headers['x-amzn-errortype'] ?? '').split(':')[0] ?? '';
    if (status !== 401 && !(status === 403 && OVER.has(type))) return false;
    this.forget();
    return true;
  }

  private async sign(
    call: PlannedCall,
    source: AwsKeySource,
  ): Promise<Readonly<Record<string, string>>> {
    const keys = await source.get();
    if (keys !== this.keys) {
      this.keys = keys;
      const { secretAccessKey, sessionToken } = keys;
      this.endpoint.hide([secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])]);
    }
    const { region, clock } = this.options;
    return await signedHeaders(call, { keys, region, clock });
  }

  /** Keys of a session may end before their time. */
  private forget(): void {
    const { credential } = this.options;
    if ('source' in credential && this.keys) credential.source.forget(this.keys);
  }
}

/** An id of one of Anthropic's models, also of a region (`eu.…`), also at the end of an ARN. */
const CLAUDE = /(?:^|[./])anthropic\.claude-/;
const CLAUDE_MANNER = { version: 'bedrock-2023-05-31', without: ['model', 'stream'] };

const acceptOf = (stream: boolean) => ({
  accept: stream ? 'application/vnd.amazon.eventstream' : 'application/json',
});

/** A request in Anthropic's API (https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html). */
const invokeOf = ({ model, stream, body }: UpstreamRequest, { sent }: CloudBetas): Posting => ({
  path: `/model/${pathSegment(model)}/${stream ? 'invoke-with-response-stream' : 'invoke'}`,
  body: cloudBody(body, { ...CLAUDE_MANNER, betas: sent }),
  headers: acceptOf(stream),
});

const converseOf = ({ model, stream, body }: UpstreamRequest): Posting => ({
  path: `/model/${pathSegment(model)}/${stream ? 'converse-stream' : 'converse'}`,
  body,
  headers: acceptOf(stream),
});

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html */
const OVER: ReadonlySet<string> = new Set([
  ...['ExpiredTokenException', 'ExpiredToken', 'UnrecognizedClientException'],
  'InvalidClientTokenId',
]);

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** A part of a path as AWS wants it: an ARN has slashes and colons, and is one part. */
const pathSegment = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const converseEventOf = ({ name, body }: EventFrame): Buffer => eventOf(name, body.toString());
