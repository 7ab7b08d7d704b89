import type { Clock } from '@aicp/common/time/clock';
import type { WebSocket } from 'ws';
import type { FormatName } from '../../formats/format.ts';
import type { SecretGuard } from './secret-guard.ts';

/** What is sent to a provider. */
export interface UpstreamRequest {
  /** The API that its body is written in, and its answer is to be. */
  readonly format: FormatName;
  /** As the provider calls it. */
  readonly model: string;
  /** What the model is for, as its `mode` says; absent: whatever is asked of it. */
  readonly mode?: string | undefined;
  /** Whether the answer is to be a stream. */
  readonly stream: boolean;
  /** What becomes of it where the provider cannot be told all of it; absent: what cannot be told is left out. */
  readonly lossy?: 'drop' | 'reject' | undefined;
  /** Headers of the client that belong to its API and go on where the provider speaks it, in lower case; absent: none. */
  readonly passed?: Readonly<Record<string, string>> | undefined;
  /** What the body is; absent: JSON. */
  readonly contentType?: string | undefined;
  /** A request as the provider is to read it. */
  readonly body: Buffer;
  /** Characters of text in it, as `requestCharacters` counts them. */
  readonly promptCharacters: number;
  readonly requestId: string;
  /** Header lines that are passed on, each with its end: traceparent and tracestate. */
  readonly trace: string;
  /** Milliseconds in which a new connection has to be there, where one is needed. */
  readonly connectTimeoutMs: number;
  /** Milliseconds for the first byte, and from one to the next, whichever is longer: a second net below whoever keeps the time. */
  readonly timeoutMs: number;
}

/** A request about something that lives at a provider: a response that it keeps, a file. It is none to a model. */
export interface ResourceRequest extends Pick<
  UpstreamRequest,
  'requestId' | 'trace' | 'connectTimeoutMs' | 'timeoutMs'
> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the address of the API, with its query where it has one: `/responses/resp_1`. It is sent as it is. */
  readonly path: string;
  /** Absent: none. */
  readonly body?: Buffer | undefined;
  /** Of the body; absent: JSON. */
  readonly contentType?: string | undefined;
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Hears of an answer: a start, data and an end, or an error at any point. Nothing after the end, the error or a cancel. */
export interface UpstreamReceiver {
  onStart(status: number, headers: UpstreamHeaders): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onError(error: UpstreamError): void;
}

/** A request under way. */
export interface UpstreamCall {
  /** Members of the request that the provider could not be told; absent: none. */
  readonly dropped?: readonly string[];
  /** No more data until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it; the receiver hears no more. */
  cancel(): void;
}

/** `connection`: the provider could not be reached, or broke off. `fault`: its answer was good, and our receiver threw. `credential`: no request can be sent with it. */
export type UpstreamErrorKind = 'timeout' | 'connection' | 'fault' | 'credential';

/** The provider did not answer, or nobody could take its answer. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly kind: UpstreamErrorKind;

  constructor(kind: UpstreamErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

/** A session that is to be opened: events both ways, over a WebSocket. */
export interface SessionRequest {
  /** As the provider calls it. */
  readonly model: string;
  /** Headers that belong to the API of the session, in lower case. */
  readonly passed: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Headers that are passed on: traceparent and tracestate. */
  readonly trace: Readonly<Record<string, string>>;
  /** Milliseconds for the connection, and again for the whole answer to the upgrade. */
  readonly connectTimeoutMs: number;
  readonly clock: Clock;
  /** Whoever asked is gone. */
  readonly signal: AbortSignal;
}

/** What some servers of chat completions take and others refuse: what their models thought in earlier turns (`reasoning_content`), `top_k`, hints for caches. */
export type ChatExtra = 'reasoning' | 'top_k' | 'cache_control';

/** Where a provider's batches are not as OpenAI's. */
export interface BatchTraits {
  /** What it calls an endpoint of OpenAI's (`/v1/chat/completions`) in a batch and in the lines of its file. */
  readonly urlOf: (endpoint: string) => string;
  /** Whether a batch can be made only of a file that it has processed, which takes it a while. */
  readonly processesFiles: boolean;
}

/** Where a provider keeps files otherwise than OpenAI. */
export interface FileTraits {
  /** What it calls what files are for, by OpenAI's names for it; those that it calls as OpenAI does are not there. */
  readonly purposes: ReadonlyMap<string, string>;
}

/** Asks how many tokens a request has. The answer is what the vendor tells of it, in the API of the request. */
export type CountTokens = (request: UpstreamRequest, receiver: UpstreamReceiver) => UpstreamCall;

/** One way to talk to a provider. */
export interface ProviderClient {
  /** The APIs that it takes requests in, the best for what is translated first. */
  readonly speaks: readonly FormatName[];
  /** Those in which one of its models is asked, by the provider's name for it; absent: all of them. */
  readonly speaksOf?: ((model: string) => readonly FormatName[]) | undefined;
  /** Whether requests of an API get to one of its models, as they are or translated; absent: those of an API that it speaks. */
  readonly serves?: ((format: FormatName, model: string) => boolean) | undefined;
  /** What a chat completion may tell it beyond OpenAI's API; absent: nothing. */
  readonly takes?: readonly ChatExtra[] | undefined;
  /** Why it sends nothing, without a secret: of settings that nobody can be asked with; absent: it sends. */
  readonly unusable?: string | undefined;
  /** Sends a request that is written in one of them. */
  send(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall;
  /** Counts the tokens of requests to one of its models; undefined: the provider does not, for this model. Absent: for none. */
  readonly counterOf?: ((model: string) => CountTokens | undefined) | undefined;
  /** Sends a request about something that lives at the provider; absent: nothing does that can be asked for. */
  readonly askFor?:
    ((request: ResourceRequest, receiver: UpstreamReceiver) => UpstreamCall) | undefined;
  /** How it does batches; absent: as OpenAI does. */
  readonly batches?: BatchTraits | undefined;
  /** How it keeps files; absent: as OpenAI does. */
  readonly files?: FileTraits | undefined;
  /** Opens a session. What it opens is paused, until whoever asked listens. Rejects as `openWebSocket` does. Absent: the provider has no sessions. */
  readonly openSession?: ((request: SessionRequest) => Promise<WebSocket>) | undefined;
  /** Takes credentials out of answers. */
  readonly guard: SecretGuard;
  /** Takes out of errors what is sent with every request: credentials, shorter ones too, and values of headers. */
  readonly errorGuard: SecretGuard;
}
