import type { AnswerEvent, Fault } from './conversation/answer-event.ts';
import type { Conversation } from './conversation/conversation.ts';

/**
 * Every way of writing a request for a model and its answer. `chat`: OpenAI's chat completions; `messages`: Anthropic's; `responses`: OpenAI's
 * Responses; `gemini`: Google's generateContent; `converse`: Amazon Bedrock's; `cohere`: Cohere's chat, version 2. `cohere-embed`: its embeddings. `gemini-embed` and `gemini-embed-batch`: Google's embedContent and batchEmbedContents; `vertex-embed`: predict of its models at Vertex AI. `realtime`: sessions of OpenAI's Realtime, which no request opens. The others are no conversations,
 * and are translated by tables of their own where they are translated at all.
 */
export const FORMATS = [
  'chat',
  'messages',
  'responses',
  'gemini',
  'converse',
  'cohere',
  'completions',
  'embeddings',
  'cohere-embed',
  'gemini-embed',
  'gemini-embed-batch',
  'vertex-embed',
  'moderations',
  'rerank',
  'images',
  'speech',
  'transcriptions',
  'translations',
  'image-edits',
  'image-variations',
  'realtime',
] as const;
export type FormatName = (typeof FORMATS)[number];

/** What is known of a request beside its body. */
export interface RequestFacts {
  /** As the provider calls it. */
  readonly model: string;
  readonly stream: boolean;
}

/** A request as a vendor takes it. */
export interface WrittenRequest {
  readonly body: Buffer;
  /** What the vendor cannot be told, as members of OpenAI's or the client's API: `seed`. */
  readonly dropped: readonly string[];
  /** The client's names of tools by those that the vendor is told, where it would not take them as they are; absent: all are told as they are. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/** What an answer is read with. */
export interface DecoderFacts extends RequestFacts, Pick<WrittenRequest, 'names'> {}

/** A body is no request of its API, or says what no other API can: it is refused with these words. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
  /** The member that is in the way; undefined where it is none. */
  readonly param: string | undefined;

  constructor(message: string, param?: string) {
    super(message);
    this.param = param;
  }
}

/** What a provider sent is no answer of its API. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/** Reads an answer of a vendor. Throws `Undecodable` where it is none. */
export interface AnswerDecoder {
  /** All steps of a whole answer that is no stream. */
  document(body: Buffer): AnswerEvent[];
  /** The steps of one event of a stream; `name` is empty where the event has none. */
  event(name: string, data: Buffer): AnswerEvent[];
  /** The steps that are left when the stream is over. */
  end(): AnswerEvent[];
}

/** Writes an answer as the client's API has it. */
export interface AnswerEncoder {
  /** A whole answer that is no stream. */
  document(events: readonly AnswerEvent[]): Buffer;
  /** Events of a stream, each with its end; empty where the steps bring none. */
  push(events: readonly AnswerEvent[]): string;
  /** What ends a stream that came to its end. */
  end(): string;
}

/** What an answer is written with. */
export interface AnswerFacts extends RequestFacts {
  /** Of the request, for answers whose vendor gives no id. */
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An API of chats that clients speak: its requests can be read, and its answers written. */
export interface ClientFormat {
  /** Throws `Untranslatable`. */
  readRequest(body: Buffer, facts: RequestFacts): Conversation;
  encoder(facts: AnswerFacts): AnswerEncoder;
  /** The body of an error. */
  writeFault(fault: Fault, status: number): Buffer;
}

/** An API of chats that vendors speak: requests can be written for it, and its answers read. */
export interface VendorFormat {
  /** Throws `Untranslatable`. */
  writeRequest(conversation: Conversation): WrittenRequest;
  decoder(facts: DecoderFacts): AnswerDecoder;
  /** An error as the vendor says it, whatever its body holds. */
  readFault(body: Buffer, status: number): Fault;
}
